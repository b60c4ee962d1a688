import { getReason, userEvents } from '#machines/bulkAttributes/index.ts';
import { describeModel } from '#tests/driver/index.ts';
import { model } from './bulkAttributes.fixtures.ts';

describeModel('updating custom fields in bulk', model, { userEvents, getReason });
