import { getReason, userEvents } from '#machines/inAppCallIncoming/index.ts';
import { describeModel } from '#tests/driver/index.ts';
import { model } from './inAppCallIncoming.fixtures.ts';

describeModel('a call that rings in the app', model, { userEvents, getReason });
