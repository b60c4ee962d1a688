/** Users and invitations: rows and scopes, as the rest of the app knows them. */
import type { AreaShape } from '../core/shape.ts';
import type { UsersTypes } from './types.ts';

export const users: AreaShape<UsersTypes> = {
  rows: {
    teammate: { nouns: ['user', 'users'], getName: ({ name, email }) => name || email },
    inviteAddress: { nouns: ['address', 'addresses'], getName: ({ email, line }) => email ?? line },
    permissionRow: { nouns: ['permission', 'permissions'], getName: ({ title }) => title },
  },
  scopes: {
    users: {
      priority: 30,
      unavailable: ['Go to Users first', 'go.users'],
      hints: [
        ['list.open', 'change role'],
        ['users.invite', 'invite'],
        ['users.remove', 'remove'],
        ['list.focusFilter', 'search'],
      ],
    },
    invitation: {
      priority: 30,
      unavailable: ['Go to Invitations first', 'go.invitation'],
      isStep: true,
      hints: [
        ['invitation.confirm', 'send'],
        ['users.invite', 'enter addresses'],
        ['invitation.role', 'role'],
        ['invitation.leaveOut', 'leave out'],
        ['invitation.retry', 'try again'],
        ['go.users', 'users'],
        ['workspace.back', 'back'],
      ],
    },
    permissions: {
      priority: 30,
      unavailable: ['Go to Permissions first', 'go.permissions'],
      hints: [
        ['list.focusFilter', 'search'],
        ['workspace.back', 'back'],
      ],
    },
  },
  context: {},
};
