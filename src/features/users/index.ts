/** Users of the company, inviting them, and what each role may do. */
import { defineFeature } from '../../panes/feature.ts';

export const users = defineFeature({
  panes: {
    users: { title: 'Users', permission: 'users.read', view: {} },
    invitation: { title: 'Invitations', path: 'invitations', permission: 'users.manage', view: {} },
    permissions: { title: 'Permissions', view: {} },
  },
  late: () => import('./late.ts'),
});
