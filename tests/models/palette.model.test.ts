import { getReason, userEvents } from '#machines/palette/index.ts';
import { describeModel } from '#tests/driver/index.ts';
import { model } from './palette.fixtures.ts';

describeModel('using the palette', model, { userEvents, getReason });
