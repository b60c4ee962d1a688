import { getReason, userEvents } from '#machines/catalogSign/index.ts';
import { describeModel } from '#tests/driver/index.ts';
import { model } from './catalogSign.fixtures.ts';

describeModel('signing in to the catalog', model, { userEvents, getReason });
