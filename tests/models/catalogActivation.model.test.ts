import { getReason, userEvents } from '#machines/catalogActivation/index.ts';
import { describeModel } from '#tests/driver/index.ts';
import { model } from './catalogActivation.fixtures.ts';

describeModel('choosing active numbers', model, { userEvents, getReason });
