/** The list of users: members first, then who is invited. */
import { queryOptions } from '@tanstack/react-query';
import type { Teammate } from '#commands/users/types.ts';
import type { Invite } from '#contract/invites/entities.ts';
import type { CompanyUser } from '#contract/users/entities.ts';
import type { App } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';

export const createInvitesQuery = (app: App, companyId: number) =>
  queryOptions({
    queryKey: keys.of(companyId, 'users', 'invites'),
    queryFn: async ({ signal }) => (await app.api.call('invites.list', { companyId, signal })).data,
  });

/** Members and invitations as rows of one list. */
export const toTeammates = (users: readonly CompanyUser[], invites: readonly Invite[]): Teammate[] => [
  ...users.map((user): Teammate => ({ id: `user-${user.id}`, name: user.name, email: user.email, role: user.role, numbers: user.numbers, user, invite: null })),
  ...invites.map(
    (invite): Teammate => ({ id: `invite-${invite.id}`, name: '', email: invite.email, role: invite.role, numbers: invite.numbers, user: null, invite }),
  ),
];

/** Formats "1 invitation" and "3 invitations". */
export const formatInvitations = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'invitation' : 'invitations'}`;

/** State of an invitation as a word. */
export function formatInviteStatus({ isExpired, openedAt, mailedAt }: Invite): string {
  if (isExpired) return 'Expired';
  if (openedAt !== null) return 'Opened';
  return mailedAt === null ? 'Sending' : 'Invited';
}
