import { getReason, userEvents } from '#machines/portIn/index.ts';
import { describeModel } from '#tests/driver/index.ts';
import { model } from './portIn.fixtures.ts';

describeModel('bringing numbers in', model, { userEvents, getReason });
