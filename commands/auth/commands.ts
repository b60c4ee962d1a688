/** The account: the second factor, where one is signed in, the news, and making an account. Signing in itself is in `signin.ts`. */

import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import type { Context } from '../core/types.ts';

const accountBase = { group: 'My account', scopes: ['workspace'], offline: false, ownOnly: true } as const;

const signInBase = { group: 'My account', scopes: ['signin'], quiet: true } as const;

const hasMfa = ({ user }: Context) => user?.hasMfa === true;

const mfaCommands: readonly Command[] = [
  command({
    ...accountBase,
    id: 'account.mfaOn',
    title: 'Turn on two-factor authentication',
    keywords: ['MFA', '2FA', 'authenticator', 'TOTP', 'security', 'recovery codes', 'two-step'],
    icon: 'shield',
    quiet: true,
    available: (context) => !hasMfa(context) || { reason: 'Already on', unblock: { commandId: 'account.mfaOff' } },
    run: async ({ services }) => services.auth.show('mfaOn'),
  }),
  command({
    ...accountBase,
    id: 'account.mfaOff',
    title: 'Turn off two-factor authentication',
    keywords: ['MFA', '2FA', 'authenticator', 'TOTP', 'security', 'two-step'],
    icon: 'shield',
    quiet: true,
    available: (context) => hasMfa(context) || { reason: 'Already off', unblock: { commandId: 'account.mfaOn' } },
    run: async ({ services }) => services.auth.show('mfaOff'),
  }),
  command({
    ...accountBase,
    id: 'account.proveMfa',
    title: 'Confirm two-factor code',
    keywords: ['MFA', '2FA', 'authenticator', 'code', 'impersonate', 'security'],
    icon: 'shield',
    available: (context) => hasMfa(context) || { reason: 'Turn on two-factor authentication first', unblock: { commandId: 'account.mfaOn' } },
    changes: false,
    args: { code: arg.secret(arg.words('Code from your authenticator app, or a recovery code', 20)) },
    run: async ({ args, services }) => services.auth.proveMfa(args.code),
  }),
];

const sessionCommands: readonly Command[] = [
  command({
    ...accountBase,
    id: 'account.sessions',
    title: 'View active sessions',
    keywords: ['sessions', 'devices', 'browsers', 'security', 'address', 'signed'],
    icon: 'monitor',
    quiet: true,
    run: async ({ services }) => services.auth.show('sessions'),
  }),
  command({
    ...accountBase,
    id: 'account.endDevices',
    title: 'Sign out of all mobile devices',
    keywords: ['sessions', 'tokens', 'phone', 'lost', 'security'],
    icon: 'log-out',
    run: async ({ services }) => services.auth.endDevices(),
  }),
  command({
    ...accountBase,
    id: 'account.readNews',
    title: 'Mark what’s new as read',
    keywords: ['news', 'changelog', 'what’s new'],
    icon: 'check-check',
    run: async ({ services }) => services.auth.readNews(),
  }),
];

const signUpCommands: readonly Command[] = [
  command({
    ...signInBase,
    id: 'login.open',
    title: 'Back to sign-in',
    keywords: ['log in', 'password', 'cancel'],
    icon: 'arrow-left',
    run: async ({ services }) => services.navigate('/sign-in'),
  }),
  command({
    ...signInBase,
    id: 'signup.open',
    title: 'Create account',
    keywords: ['sign up', 'register', 'new'],
    icon: 'user-plus',
    run: async ({ services }) => services.navigate('/sign-up'),
  }),
  command({
    ...signInBase,
    id: 'signup.continue',
    title: 'Continue sign-up',
    keywords: ['sign up', 'register', 'code'],
    icon: 'user-plus',
    run: async ({ services }) => services.auth.continueSignUp(),
  }),
];

export const authCommands: readonly Command[] = [...mfaCommands, ...sessionCommands, ...signUpCommands];
