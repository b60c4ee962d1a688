/** The session, as commands reach it. */

import { waitFor } from 'xstate';
import type { SessionServices } from '#commands/auth/session.ts';
import { isIn } from '#machines/state.ts';
import type { App } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';

/** Waits until the login flow has left these states; rejects with its error when the same person still works, since the workspace shows none of the flow's errors. */
async function waitUntilLeft(app: App, ...states: readonly string[]): Promise<void> {
  const snapshot = await waitFor(app.login, (now) => !isIn(now, ...states));
  const { error } = snapshot.context;
  if (isIn(snapshot, 'authenticated') && error !== null) throw error;
}

export function createSessionServices(app: App): SessionServices {
  let given: { readonly by: number; readonly reason: string } | null = null;
  const switchCompany: SessionServices['switchCompany'] = (companyId) => {
    const company = app.get().companies.find((entry) => entry.id === companyId);
    if (company) app.companySwitch.send({ type: 'company.chosen', company: { id: company.id, name: company.name } });
  };
  return {
    signOut: async () => {
      app.login.send({ type: 'signout.chosen' });
      await waitUntilLeft(app, 'signingOut');
    },
    switchCompany,
    enterCompany: async (companyId) => {
      switchCompany(companyId);
      const { context } = await waitFor(app.companySwitch, (now) => !isIn(now, 'clearing', 'refreshing'));
      if (context.error !== null) throw context.error;
      if (app.get().companyId !== companyId) throw new Error('Another company is open now');
    },
    impersonate: async (userId, reason, companyId) => {
      const { id } = await app.api.call('auth.createRemoteLogin', { body: { userId, reason } });
      const by = app.get().user?.id;
      if (by !== undefined) given = { by, reason };
      app.set({ bound: companyId ?? null });
      app.login.send({ type: 'remote.opened', id });
      const isThere = () => app.login.getSnapshot().context.person?.id === userId;
      await waitUntilLeft(app, 'entering', 'loading').finally(() => {
        if (!isThere()) app.set({ bound: null });
      });
    },
    getLastReason: () => (given !== null && given.by === app.get().user?.id ? given.reason : undefined),
    leaveImpersonation: async () => {
      app.login.send({ type: 'impersonation.left' });
      await waitUntilLeft(app, 'leaving', 'loading');
    },
    loadPhones: async () => (await app.api.call('me.phones', {})).phones,
    savePhones: async (phones) => {
      const before = (await app.api.call('me.phones', {})).phones;
      const save = async (next: readonly string[]) => {
        await app.api.call('me.savePhones', { body: { phones: [...next] } });
        await app.queries.invalidateQueries({ queryKey: keys.me('phones') });
        const { companyId } = app.get();
        if (companyId !== null) await app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'users') });
      };
      await save(phones);
      return { message: phones.length === 0 ? 'Your phones removed' : 'Your phones saved', undo: { title: 'Edit my phones', run: () => save(before) } };
    },
    endSession: async (id) => {
      await app.api.call('auth.endSession', { params: { id } });
      await app.queries.invalidateQueries({ queryKey: keys.me('sessions') });
      return { message: 'Session signed out' };
    },
  };
}
