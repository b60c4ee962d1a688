import { getReason, userEvents } from '#machines/catalogNumber/index.ts';
import { describeModel } from '#tests/driver/index.ts';
import { model } from './catalogNumber.fixtures.ts';

describeModel('a number of the catalog', model, { userEvents, getReason });
