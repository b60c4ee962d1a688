import { getReason, userEvents } from '#machines/inAppCallingStatus/index.ts';
import { describeModel } from '#tests/driver/index.ts';
import { model } from './inAppCallingStatus.fixtures.ts';

describeModel('the status of a person', model, { userEvents, getReason });
