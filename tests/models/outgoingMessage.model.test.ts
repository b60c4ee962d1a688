import { getReason, userEvents } from '#machines/outgoingMessage/index.ts';
import { describeModel } from '#tests/driver/index.ts';
import { model } from './outgoingMessage.fixtures.ts';

describeModel('sending a message', model, { userEvents, getReason });
