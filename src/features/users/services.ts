/** Users and invitations as commands reach them. */

import { formatCount } from '#commands/core/rows.ts';
import type { UserServices } from '#commands/users/types.ts';
import { inviteMessages } from '#contract/invites/texts.ts';
import { userMessages } from '#contract/users/texts.ts';
import { getReason, type InvitationSnapshot, listAdded, type UserEvent } from '#machines/invitation/index.ts';
import { isIn } from '#machines/state.ts';
import { getCompanyId } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';
import type { ServiceDeps } from '../../panes/index.ts';
import { createColleaguesQuery } from '../../shared/colleagues.ts';
import { createNumbersQuery } from '../../shared/numbers.ts';
import { assertAccepted, sendAndSettle } from '../../store/flowEvents.ts';
import { formatInvitations } from './data.ts';
import { invitationStore } from './invitationStore.ts';

/** Commands over users and invitations, as the app provides them. */
export function createUserServices({ app, workspace }: ServiceDeps): UserServices {
  const actorOf = (companyId = getCompanyId(app)) => invitationStore.get(app, companyId).actor;
  const send = (event: UserEvent, isSettled: (snapshot: InvitationSnapshot) => boolean, companyId = getCompanyId(app)) =>
    sendAndSettle(actorOf(companyId), getReason, event, isSettled);
  const refresh = (companyId: number) => app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'users') });
  const change = async (companyId: number, userId: number, body: { role?: Parameters<UserServices['changeRole']>[1]; numbers?: number[] }) => {
    await app.api.call('users.change', { companyId, params: { userId }, body });
    await refresh(companyId);
  };
  const retract = async (companyId: number) => {
    const { context } = await send({ type: 'invitation.retracted' }, (snapshot) => !isIn(snapshot, 'retracting'), companyId);
    await refresh(companyId);
    return context.retraction ?? { retracted: 0, opened: 0 };
  };
  return {
    numbers: () => app.queries.ensureQueryData(createNumbersQuery(app, getCompanyId(app))),
    all: () => app.queries.fetchQuery(createColleaguesQuery(app, getCompanyId(app))),
    invite: (lines, grant) => {
      const event = { type: 'addresses.given', lines, grant } as const;
      assertAccepted(actorOf(), getReason, event);
      actorOf().send(event);
      workspace.open('invitation');
    },
    confirm: async () => {
      const companyId = getCompanyId(app);
      const { context } = await send({ type: 'invitation.confirmed' }, (snapshot) => !isIn(snapshot, 'sending'), companyId);
      const { sent } = context;
      const added = listAdded(context);
      await refresh(companyId);
      const message = `${formatInvitations(sent.length)} sent`;
      // Invitations sent again were there before: nothing takes a mail back.
      if (added.length === 0) return { message };
      return {
        message,
        undo: {
          title: 'Send invitations',
          run: async () => {
            const actor = actorOf(companyId);
            const isShown = isIn(actor.getSnapshot(), 'sent') && actor.getSnapshot().context.sent === sent;
            // Else the pane was closed, or holds another list by now.
            const { opened } = isShown ? await retract(companyId) : await app.api.call('invites.retract', { companyId, body: { ids: added } });
            await refresh(companyId);
            if (opened > 0) app.notify({ tone: 'info', message: `Can’t retract ${formatInvitations(opened)}: already opened` });
          },
        },
      };
    },
    retract: async () => {
      const { retracted, opened } = await retract(getCompanyId(app));
      return { message: `${formatInvitations(retracted)} retracted${opened > 0 ? `, ${opened} already opened` : ''}` };
    },
    exclude: async (addresses, isLeftOut) => {
      const lines = addresses.flatMap(({ email }) => (email === null ? [] : [email]));
      const exclude = (isOut: boolean) => {
        const event = { type: 'addresses.excluded', lines, isLeftOut: isOut } as const;
        assertAccepted(actorOf(), getReason, event);
        actorOf().send(event);
      };
      exclude(isLeftOut);
      return {
        message: `${formatCount(lines.length, 'inviteAddress')} ${isLeftOut ? 'left out' : 'included'}`,
        undo: { title: isLeftOut ? 'Leave addresses out of invitations' : 'Include addresses in invitations', run: async () => exclude(!isLeftOut) },
      };
    },
    setRole: (role) => {
      const event = { type: 'role.chosen', role } as const;
      assertAccepted(actorOf(), getReason, event);
      actorOf().send(event);
    },
    resend: async ({ id }) => {
      const companyId = getCompanyId(app);
      await app.api.call('invites.resend', { companyId, params: { id } });
      await refresh(companyId);
      return { message: inviteMessages.resent };
    },
    changeRole: async (user, role) => {
      const companyId = getCompanyId(app);
      if (user.role === role) return { message: `Already ${role}`, changed: false };
      await change(companyId, user.id, { role });
      return {
        message: `Role of ${user.name || user.email} changed to ${role}`,
        undo: { title: 'Change user role', run: () => change(companyId, user.id, { role: user.role }) },
      };
    },
    changeNumbers: async (user, numbers) => {
      const companyId = getCompanyId(app);
      await change(companyId, user.id, { numbers: [...numbers] });
      return {
        message: numbers.length === 0 ? `${user.name || user.email} given access to all numbers` : 'User numbers changed',
        undo: { title: 'Change user numbers', run: () => change(companyId, user.id, { numbers: user.numbers }) },
      };
    },
    remove: async ({ user, invite, email, name }) => {
      const companyId = getCompanyId(app);
      if (user) await app.api.call('users.remove', { companyId, params: { userId: user.id } });
      else await app.api.call('invites.delete', { companyId, params: { id: invite.id } });
      await refresh(companyId);
      return { message: user ? `${name || email} removed` : `Invitation to ${email} removed` };
    },
    rename: async (firstName, lastName) => {
      const before = app.get().user;
      if (!before) throw new Error('Sign in first');
      const user = await app.api.call('users.update', {
        params: { userId: before.id },
        body: { firstName, ...(lastName === '' ? { clear: ['lastName' as const] } : { lastName }) },
      });
      if (app.get().user?.id === user.id) app.set({ user });
      return { message: userMessages.updated };
    },
  };
}
