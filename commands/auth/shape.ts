/** Signing in and out, the second factor, support staff: rows and scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { AuthTypes } from './types.ts';

export const auth: AreaShape<AuthTypes> = {
  rows: {},
  scopes: {
    signin: { priority: 30, unavailable: ['Sign out first', 'session.signOut'], isStep: true },
    demoUsers: { priority: 32 },
    signup: { priority: 35 },
    mfa: { priority: 35 },
    code: { priority: 40 },
  },
  context: {},
};
