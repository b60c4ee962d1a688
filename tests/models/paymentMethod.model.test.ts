import { getReason, userEvents } from '#machines/paymentMethod/index.ts';
import { describeModel } from '#tests/driver/index.ts';
import { model } from './paymentMethod.fixtures.ts';

describeModel('a payment method', model, { userEvents, getReason });
