import { getReason, userEvents } from '#machines/passwordReset/index.ts';
import { describeModel } from '#tests/driver/index.ts';
import { model } from './passwordReset.fixtures.ts';

describeModel('resetting a password', model, { userEvents, getReason });
