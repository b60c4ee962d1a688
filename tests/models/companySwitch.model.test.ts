import { getReason, userEvents } from '#machines/companySwitch/index.ts';
import { describeModel } from '#tests/driver/index.ts';
import { model } from './companySwitch.fixtures.ts';

describeModel('switching company', model, { userEvents, getReason });
