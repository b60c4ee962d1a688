import { getReason, userEvents } from '#machines/inAppCallOutgoing/index.ts';
import { describeModel } from '#tests/driver/index.ts';
import { model } from './inAppCallOutgoing.fixtures.ts';

describeModel('a call that a person makes from the app', model, { userEvents, getReason });
