/** Invitations over HTTP (spec 2.7 Invitations). */
import type { routes } from '#contract/index.ts';
import type { Handlers } from '../../http/handlers.ts';
import { acceptInvite, openInvite } from './acceptance.ts';
import { checkAddresses } from './addressCheck.ts';
import { createInvites, removeInvite, resendInvite, retractInvites } from './invitations.ts';
import { listInvites, readInvite } from './queries.ts';

export const handlers: Handlers<typeof routes.invites> = {
  list: async () => {
    const data = await listInvites();
    return { data, meta: { total: data.length } };
  },
  create: createInvites,
  check: checkAddresses,
  retract: retractInvites,
  get: ({ params: { id } }) => readInvite(id),
  delete: removeInvite,
  resend: resendInvite,
  open: openInvite,
  accept: acceptInvite,
};
