/** Signing in and out, the second factor, support staff: the area’s commands and keys. */

import type { CommandArea } from '../core/area.ts';
import { createBindings } from '../keymap/binding.ts';
import { authCommands } from './commands.ts';
import { staffCommands } from './impersonation.ts';
import { signinCommands } from './signin.ts';
import type { AuthTypes } from './types.ts';

export const auth: CommandArea<AuthTypes> = {
  rank: 90,
  commands: [...staffCommands, ...signinCommands, ...authCommands],
  triggers: {
    login: {
      'email.typed': { field: 'email' },
      'password.typed': { field: 'password' },
      'password.submitted': { command: 'login.submit' },
      'provider.chosen': { command: 'login.provider' },
      'provider.abandoned': { command: 'login.abandonProvider' },
      'code.typed': { field: 'code' },
      'code.submitted': { command: 'login.submitCode' },
      'recovery.chosen': { command: 'login.recovery' },
      'authenticator.chosen': { command: 'login.authenticator' },
      'mfa.cancelled': { command: 'login.cancelMfa' },
      'account.changed': { command: 'login.changeAccount' },
      'impersonation.left': { command: 'person.leaveImpersonation' },
      'signout.chosen': { command: 'session.signOut' },
    },
    passwordReset: {
      'email.typed': { field: 'email' },
      'link.requested': { command: 'reset.request' },
      'password.typed': { field: 'password' },
      'password.submitted': { command: 'reset.submit' },
      'link.renewed': { command: 'reset.renew' },
    },
  },
  keys: [
    { keys: 'mod+shift+o', command: 'company.actIn', scope: 'workspace', in: 'text', when: 'isVisitor' },
    { keys: 'g g', command: 'company.actIn', scope: 'workspace', when: 'isVisitor' },
    ...createBindings('workspace', { 'g q': 'person.leaveImpersonation' }),
    { keys: 'arrowdown', command: 'login.nextDemoUser', scope: 'demoUsers', in: 'text' },
    { keys: 'arrowup', command: 'login.previousDemoUser', scope: 'demoUsers', in: 'text' },
    // `code` is the field of the six digits, `mfa` all of that step, `signup` the pages beside it.
    { keys: 'tab', command: 'login.recovery', scope: 'code', in: 'anywhere' },
    { keys: 'escape', command: 'login.cancelMfa', scope: 'mfa', in: 'anywhere' },
    { keys: 'escape', command: 'login.open', scope: 'signup', in: 'anywhere' },
  ],
};
