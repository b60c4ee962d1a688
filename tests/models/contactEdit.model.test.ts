import { getReason, userEvents } from '#machines/contactEdit/index.ts';
import { describeModel } from '#tests/driver/index.ts';
import { model } from './contactEdit.fixtures.ts';

describeModel('editing a contact', model, { userEvents, getReason });
