import { getReason, userEvents } from '#machines/campaign/index.ts';
import { describeModel } from '#tests/driver/index.ts';
import { model } from './campaign.fixtures.ts';

describeModel('a campaign', model, { userEvents, getReason });
