/** Users and invitations: the menu of each kind of row. */
import type { RowMenus } from '../core/menu.ts';

export const users: RowMenus = {
  teammate: ['users.changeRole', 'users.changeNumbers', 'invites.resend', 'users.remove'],
  inviteAddress: [['invitation.leaveOut', 'invitation.include'], 'invitation.role'],
};
