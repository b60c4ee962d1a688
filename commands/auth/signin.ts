/** Signing in, from the keyboard: each thing the login and reset flows accept that is not typing into a field. */

import { capitalize } from '#contract/text/capitalize.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import { checkEvent, flowCommand } from '../core/flowCommand.ts';
import type { Availability } from '../core/outcome.ts';
import type { Context } from '../core/types.ts';

const signInBase = { group: 'My account', scopes: ['signin'] } as const;

/** Demo users sign in where the server names them, while the form asks who. */
const checkDemoUsers = (context: Context): Availability =>
  context.demoUsers.length === 0 ? { reason: 'No demo users here', isMoot: true } : checkEvent(context, 'login', 'email.typed');

export const signinCommands: readonly Command[] = [
  flowCommand({ ...signInBase, id: 'login.submit', title: 'Sign in', icon: 'log-in', keywords: ['log in', 'password'] }, 'login', {
    type: 'password.submitted',
  }),
  command({
    ...signInBase,
    id: 'login.provider',
    title: 'Sign in with a provider',
    icon: 'key',
    keywords: ['single sign-on', 'SSO', 'Google', 'OpenID'],
    quiet: true,
    available: (context) => checkEvent(context, 'login', 'provider.chosen'),
    args: {
      provider: arg.search({
        label: 'Provider',
        search: async (_, services, query) =>
          (await services.lookup.providers())
            .filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()))
            .map(({ id, name }) => ({ value: id, id, title: name, icon: 'key' })),
        find: async (id, _, services) => ((await services.lookup.providers()).some((provider) => provider.id === id) ? id : null),
      }),
    },
    run: async ({ args, services }) => services.flows.send('login', { type: 'provider.chosen', provider: args.provider }),
  }),
  command({
    ...signInBase,
    id: 'login.demo',
    title: 'Sign in as demo user',
    icon: 'user',
    keywords: ['try', 'sandbox', 'example', 'agent', 'administrator', 'owner', 'support staff', 'log in'],
    quiet: true,
    available: checkDemoUsers,
    args: {
      user: arg.list({
        label: 'Demo user',
        options: ({ demoUsers }) =>
          demoUsers.map(({ email, name, note }) => ({ value: email, id: email, title: name, detail: capitalize(note), icon: 'user' })),
      }),
    },
    run: async ({ args, services }) => services.auth.signInAsDemoUser(args.user),
  }),
  ...([1, -1] as const).map((step) =>
    command({
      ...signInBase,
      id: step === 1 ? 'login.nextDemoUser' : 'login.previousDemoUser',
      title: step === 1 ? 'Next demo user' : 'Previous demo user',
      icon: step === 1 ? 'arrow-down' : 'arrow-up',
      isUnlisted: true,
      repeats: true,
      quiet: true,
      available: checkDemoUsers,
      run: async ({ services }) => services.auth.moveInDemoUsers(step),
    }),
  ),
  flowCommand({ ...signInBase, id: 'login.abandonProvider', title: 'Cancel provider sign-in', keywords: ['back'], icon: 'arrow-left' }, 'login', {
    type: 'provider.abandoned',
  }),
  flowCommand({ ...signInBase, id: 'login.submitCode', title: 'Submit code', icon: 'key', keywords: ['MFA', 'authenticator', 'send'] }, 'login', {
    type: 'code.submitted',
  }),
  flowCommand({ ...signInBase, id: 'login.recovery', title: 'Use a recovery code', icon: 'key', keywords: ['MFA', 'lost phone'] }, 'login', {
    type: 'recovery.chosen',
  }),
  flowCommand({ ...signInBase, id: 'login.authenticator', title: 'Use authenticator app', icon: 'key', keywords: ['MFA', 'six digits'] }, 'login', {
    type: 'authenticator.chosen',
  }),
  flowCommand({ ...signInBase, id: 'login.cancelMfa', title: 'Cancel code entry', icon: 'x', keywords: ['MFA', 'back'] }, 'login', { type: 'mfa.cancelled' }),
  flowCommand(
    { ...signInBase, id: 'login.changeAccount', title: 'Use a different account', icon: 'user', keywords: ['account', 'other', 'somebody'] },
    'login',
    {
      type: 'account.changed',
    },
  ),
  flowCommand(
    { ...signInBase, id: 'reset.request', title: 'Email reset link', icon: 'mail', keywords: ['email me a', 'forgot', 'password'] },
    'passwordReset',
    {
      type: 'link.requested',
    },
  ),
  flowCommand({ ...signInBase, id: 'reset.submit', title: 'Set new password', icon: 'key', keywords: ['reset'] }, 'passwordReset', {
    type: 'password.submitted',
  }),
  flowCommand({ ...signInBase, id: 'reset.renew', title: 'Request a new reset link', icon: 'refresh', keywords: ['expired'] }, 'passwordReset', {
    type: 'link.renewed',
  }),
  command({
    ...signInBase,
    id: 'login.forgot',
    title: 'Reset password',
    icon: 'circle-help',
    keywords: ['forgot'],
    quiet: true,
    run: async ({ services }) => services.navigate('/password/forgot'),
  }),
];
