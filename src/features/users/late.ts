/** Parts of the area that load after the first rows: code of panes, services, changes. */
import { defineLateFeature } from '../../panes/feature.ts';
import { deferServices } from '../../panes/lateServices.ts';

export const late = defineLateFeature({
  panes: {
    users: () => import('./UsersPane.tsx').then(({ UsersPane }) => UsersPane),
    invitation: () => import('./InvitationPane.tsx').then(({ InvitationPane }) => InvitationPane),
    permissions: () => import('./PermissionsPane.tsx').then(({ PermissionsPane }) => PermissionsPane),
  },
  services: (deps) => ({
    users: deferServices(async () => (await import('./services.ts')).createUserServices(deps)),
  }),
  changes: {
    'user-updated': [['users']],
    'invite-updated': [['users', 'invites']],
  },
});
