import { getReason, userEvents } from '#machines/numberPurchase/index.ts';
import { describeModel } from '#tests/driver/index.ts';
import { model } from './numberPurchase.fixtures.ts';

describeModel('buying numbers', model, { userEvents, getReason });
