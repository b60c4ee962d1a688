import { getReason, userEvents } from '#machines/realtime/index.ts';
import { describeModel } from '#tests/driver/index.ts';
import { model } from './realtime.fixtures.ts';

describeModel('staying connected', model, { userEvents, getReason });
