import { getReason, userEvents } from '#machines/reviewRun/index.ts';
import { describeModel } from '#tests/driver/index.ts';
import { model } from './reviewRun.fixtures.ts';

describeModel('reviewing calls', model, { userEvents, getReason });
