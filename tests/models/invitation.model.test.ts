import { getReason, userEvents } from '#machines/invitation/index.ts';
import { describeModel } from '#tests/driver/index.ts';
import { model } from './invitation.fixtures.ts';

describeModel('inviting users', model, { userEvents, getReason });
