/** Flows of inviting users: one for each company, kept while the window is open. */
import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import { machine } from '#machines/invitation/index.ts';
import type { App } from '../../api/app.ts';
import { rejectWithPlainError } from '../../api/errors.ts';
import { createFlowStore } from '../../store/flowStore.ts';

/** The flow of inviting users. */
export type InvitationActor = ActorRefFrom<typeof machine>;

function begin(app: App, companyId: number): { readonly actor: InvitationActor } {
  const actor = createActor(
    machine.provide({
      actors: {
        checkAddresses: fromPromise(async ({ input: { lines } }) => {
          const { data } = await rejectWithPlainError(app.api.call('invites.check', { companyId, body: { lines: [...lines] } }));
          return data;
        }),
        sendInvites: fromPromise(async ({ input: { emails, grant } }) => {
          const { role, like, businessUnitId } = grant;
          const body = {
            emails: [...emails],
            role,
            ...(like === null ? {} : { likeUserId: like.id }),
            ...(businessUnitId === null ? {} : { businessUnitId }),
          };
          const { data } = await rejectWithPlainError(app.api.call('invites.create', { companyId, body }));
          return data.map(({ id, email }) => ({ id, email }));
        }),
        retractInvites: fromPromise(async ({ input: { ids } }) => {
          const { retracted, opened } = await rejectWithPlainError(app.api.call('invites.retract', { companyId, body: { ids: [...ids] } }));
          return { retracted: retracted.length, opened };
        }),
      },
    }),
  );
  return { actor };
}

/** The flow of each company. */
export const invitationStore = createFlowStore<number, { readonly actor: InvitationActor }>({
  name: 'invitations',
  getKey: String,
  getCompanyId: (companyId) => companyId,
  create: begin,
});
