import { getReason, userEvents } from '#machines/routingEdit/index.ts';
import { describeModel } from '#tests/driver/index.ts';
import { model } from './routingEdit.fixtures.ts';

describeModel('editing how a number rings', model, { userEvents, getReason });
