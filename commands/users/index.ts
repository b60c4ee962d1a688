/** Users and invitations: the area’s commands and keys. */
import type { CommandArea } from '../core/area.ts';
import { createBindings } from '../keymap/binding.ts';
import { usersCommands } from './commands.ts';
import type { UsersTypes } from './types.ts';

export const users: CommandArea<UsersTypes> = {
  commands: [...usersCommands],
  places: [
    { kind: 'users', title: 'Go to Users', icon: 'users', keywords: ['people', 'team', 'members', 'invitations', 'roles'], permission: 'users.read' },
    { kind: 'invitation', title: 'Go to Invitations', icon: 'user-plus', keywords: ['invite', 'send'], permission: 'users.manage' },
    { kind: 'permissions', title: 'Go to Permissions', icon: 'shield', keywords: ['roles', 'matrix', 'who may', 'rights'], permission: null },
  ],
  triggers: {
    invitation: {
      'addresses.given': { command: 'users.invite' },
      'role.chosen': { command: 'invitation.role' },
      'addresses.excluded': { command: 'invitation.leaveOut' },
      'invitation.confirmed': { command: 'invitation.confirm' },
      'invitation.retried': { command: 'invitation.retry' },
      'invitation.retracted': { command: 'invitation.retract' },
      'invitation.closed': { command: 'invitation.close' },
    },
  },
  keys: [
    ...createBindings('workspace', { 'g u': 'go.users' }),
    ...createBindings('users', { c: 'users.invite', '#': 'users.remove' }),
    ...createBindings('invitation', { c: 'users.invite', 'mod+enter': 'invitation.confirm', '#': 'invitation.leaveOut' }),
  ],
  menus: {
    teammate: ['users.changeRole', 'users.changeNumbers', 'invites.resend', 'users.remove'],
    inviteAddress: [['invitation.leaveOut', 'invitation.include'], 'invitation.role'],
  },
};
