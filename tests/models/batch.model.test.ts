import { getReason, userEvents } from '#machines/batch/index.ts';
import { describeModel } from '#tests/driver/index.ts';
import { model } from './batch.fixtures.ts';

describeModel('following a batch', model, { userEvents, getReason });
