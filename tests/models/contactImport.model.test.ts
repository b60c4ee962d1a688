import { getReason, userEvents } from '#machines/contactImport/index.ts';
import { describeModel } from '#tests/driver/index.ts';
import { model } from './contactImport.fixtures.ts';

describeModel('importing contacts', model, { userEvents, getReason });
