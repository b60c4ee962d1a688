/** SMS verification: rows and scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { SmsVerificationTypes } from './types.ts';

export const smsVerification: AreaShape<SmsVerificationTypes> = {
  rows: {
    registration: {
      nouns: ['registration', 'registrations'],
      getName: ({ id, brand }) => brand.brandName || brand.legalName || `Registration ${id}`,
    },
  },
  scopes: {
    registrations: {
      priority: 30,
      unavailable: ['Go to SMS verification first', 'go.registrations'],
      hints: [
        ['list.open', 'open'],
        ['texting.begin', 'register'],
        ['texting.edit', 'edit'],
      ],
    },
    registration: { priority: 30, unavailable: ['Open a registration first', 'go.registrations'] },
    registrationForm: {
      priority: 40,
      unavailable: ['Start a registration first', 'texting.begin'],
      isStep: true,
      hints: [
        ['texting.next', 'next step'],
        ['texting.submit', 'submit'],
        ['workspace.back', 'back'],
      ],
    },
  },
  context: {},
};
