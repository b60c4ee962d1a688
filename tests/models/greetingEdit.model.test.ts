import { getReason, userEvents } from '#machines/greetingEdit/index.ts';
import { describeModel } from '#tests/driver/index.ts';
import { model } from './greetingEdit.fixtures.ts';

describeModel('making a greeting', model, { userEvents, getReason });
