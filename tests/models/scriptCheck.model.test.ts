import { getReason, userEvents } from '#machines/scriptCheck/index.ts';
import { describeModel } from '#tests/driver/index.ts';
import { model } from './scriptCheck.fixtures.ts';

describeModel('a check of the script', model, { userEvents, getReason });
