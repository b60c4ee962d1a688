/** Calls in the app: scopes, as the rest of the app knows them. The card stands over every pane, so its keys come before theirs. */
import type { AreaShape } from '../core/shape.ts';
import type { PhoneTypes } from './types.ts';

export const phone: AreaShape<PhoneTypes> = {
  rows: {},
  scopes: {
    ringing: {
      priority: 62,
      unavailable: ['No call is ringing'],
      isStep: true,
      hints: [
        ['phone.answer', 'answer'],
        ['phone.decline', 'decline'],
      ],
    },
    onCall: {
      priority: 61,
      unavailable: ['No call is going on'],
      isStep: true,
      hints: [
        ['phone.hold', 'hold'],
        ['phone.mute', 'mute'],
        ['phone.transfer', 'transfer'],
        ['phone.text', 'text'],
        ['phone.note', 'note'],
        ['phone.hangUp', 'hang up'],
      ],
    },
    callEnded: { priority: 31, unavailable: ['No call has ended'], isStep: true },
  },
  context: {},
};
