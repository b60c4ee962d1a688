/** Signing in, from the keyboard: each thing the login and reset flows accept that is not typing into a field. */

import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import { accepts, flowCommand } from '../core/flowCommand.ts';

const at = { group: 'My account', scopes: ['signin'] } as const;

export const signinCommands: readonly Command[] = [
  flowCommand({ ...at, id: 'login.submit', title: 'Sign in', icon: 'log-in', keywords: ['log in', 'password'] }, 'login', { type: 'password.submitted' }),
  command({
    ...at,
    id: 'login.provider',
    title: 'Sign in with a provider',
    icon: 'key',
    keywords: ['single sign-on', 'SSO', 'Google', 'OpenID'],
    quiet: true,
    available: (context) => accepts(context, 'login', 'provider.chosen'),
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
  flowCommand({ ...at, id: 'login.abandonProvider', title: 'Cancel provider sign-in', keywords: ['back'], icon: 'arrow-left' }, 'login', {
    type: 'provider.abandoned',
  }),
  flowCommand({ ...at, id: 'login.submitCode', title: 'Submit code', icon: 'key', keywords: ['MFA', 'authenticator', 'send'] }, 'login', {
    type: 'code.submitted',
  }),
  flowCommand({ ...at, id: 'login.recovery', title: 'Use a recovery code', icon: 'key', keywords: ['MFA', 'lost phone'] }, 'login', {
    type: 'recovery.chosen',
  }),
  flowCommand({ ...at, id: 'login.authenticator', title: 'Use authenticator app', icon: 'key', keywords: ['MFA', 'six digits'] }, 'login', {
    type: 'authenticator.chosen',
  }),
  flowCommand({ ...at, id: 'login.cancelMfa', title: 'Cancel code entry', icon: 'x', keywords: ['MFA', 'back'] }, 'login', { type: 'mfa.cancelled' }),
  flowCommand({ ...at, id: 'login.changeAccount', title: 'Use a different account', icon: 'user', keywords: ['account', 'other', 'somebody'] }, 'login', {
    type: 'account.changed',
  }),
  flowCommand({ ...at, id: 'reset.request', title: 'Email me a reset link', icon: 'mail', keywords: ['forgot', 'password'] }, 'passwordReset', {
    type: 'link.requested',
  }),
  flowCommand({ ...at, id: 'reset.submit', title: 'Set new password', icon: 'key', keywords: ['reset'] }, 'passwordReset', { type: 'password.submitted' }),
  flowCommand({ ...at, id: 'reset.renew', title: 'Request a new reset link', icon: 'refresh', keywords: ['expired'] }, 'passwordReset', {
    type: 'link.renewed',
  }),
  command({
    ...at,
    id: 'login.forgot',
    title: 'Forgot password',
    icon: 'circle-help',
    keywords: ['reset'],
    quiet: true,
    run: async ({ services }) => services.navigate('/password/forgot'),
  }),
];
