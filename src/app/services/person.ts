/** The session, preferences, keys, searches and the log, as commands reach them. */

import { waitFor } from 'xstate';
import type { SessionServices } from '#commands/auth/session.ts';
import type { LogServices } from '#commands/log/types.ts';
import type { PreferenceServices } from '#commands/me/types.ts';
import type { SandboxCaller, SandboxServices } from '#commands/sandbox/types.ts';
import type { LookupServices, StaffWanted } from '#commands/search/types.ts';
import { isIn } from '#machines/state.ts';
import { type App, type AppState, companyOf } from '../../api/app.ts';
import { colleaguesQuery } from '../../api/colleagues.ts';
import { ApiError } from '../../api/errors.ts';
import { keys } from '../../api/queries.ts';

/** Waits until the login flow has left these states; rejects with its error when the same person still works, since the workspace shows none of the flow's errors. */
async function waitUntilLeft(app: App, ...states: readonly string[]): Promise<void> {
  const snapshot = await waitFor(app.login, (now) => !isIn(now, ...states));
  const { error } = snapshot.context;
  if (isIn(snapshot, 'authenticated') && error !== null) throw error;
}

export function createSessionServices(app: App): SessionServices {
  let given: { readonly by: number; readonly reason: string } | null = null;
  return {
    signOut: async () => {
      app.login.send({ type: 'signout.chosen' });
      await waitUntilLeft(app, 'signingOut');
    },
    switchCompany: (companyId) => {
      const company = app.get().companies.find((entry) => entry.id === companyId);
      if (company) app.companySwitch.send({ type: 'company.chosen', company: { id: company.id, name: company.name } });
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
    lastReason: () => (given !== null && given.by === app.get().user?.id ? given.reason : undefined),
    leaveImpersonation: async () => {
      app.login.send({ type: 'impersonation.left' });
      await waitUntilLeft(app, 'leaving', 'loading');
    },
    phones: async () => (await app.api.call('me.phones', {})).phones,
    savePhones: async (phones) => {
      const before = (await app.api.call('me.phones', {})).phones;
      const save = async (next: readonly string[]) => {
        await app.api.call('me.savePhones', { body: { phones: [...next] } });
        const { companyId } = app.get();
        if (companyId !== null) await app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'users') });
      };
      await save(phones);
      return { told: phones.length === 0 ? 'Your phones removed' : 'Your phones saved', undo: { title: 'Edit my phones', run: () => save(before) } };
    },
    endSession: async (id) => {
      await app.api.call('auth.endSession', { params: { id } });
      await app.queries.invalidateQueries({ queryKey: keys.me('sessions') });
      return { told: 'Session signed out' };
    },
  };
}

/** Applies at once and keeps, or goes back when the server refuses. */
async function optimistically<K extends 'preferences' | 'keymap'>(app: App, part: K, next: AppState[K], save: () => Promise<unknown>) {
  const before = app.get()[part];
  app.set({ [part]: next });
  try {
    await save();
  } catch (thrown) {
    app.set({ [part]: before });
    throw thrown;
  }
  return before;
}

export function createPreferenceServices(app: App): PreferenceServices {
  const save: PreferenceServices['save'] = async (changes) => {
    const before = await optimistically(app, 'preferences', { ...app.get().preferences, ...changes }, () =>
      app.api.call('me.savePreferences', { body: changes }),
    );
    return { undo: { title: 'Change preferences', run: async () => void (await save(before)) } };
  };
  const saveKeymap: PreferenceServices['saveKeymap'] = async (keymap) => {
    const before = await optimistically(app, 'keymap', keymap, () => app.api.call('me.saveKeymap', { body: keymap }));
    return { told: 'Shortcuts saved', undo: { title: 'Change shortcuts', run: async () => void (await saveKeymap(before)) } };
  };
  return { save, saveKeymap };
}

const asked = (wanted: StaffWanted) => ('q' in wanted && wanted.q.trim() === '' ? {} : wanted);

export function createLookupServices(app: App): LookupServices {
  return {
    search: async (q, kinds, signal, companyId) => {
      const { data } = await app.api.call('me.search', {
        query: { q, ...(kinds.length > 0 ? { kinds: kinds.join(',') } : {}), ...(companyId === undefined ? {} : { companyId: String(companyId) }) },
        signal,
      });
      return data;
    },
    staffUsers: async (wanted, signal) => {
      const { data } = await app.api.call('auth.staffUsers', { query: asked(wanted), ...(signal ? { signal } : {}) });
      return data;
    },
    staffCompanies: async (wanted, signal) => {
      const { data } = await app.api.call('auth.staffCompanies', { query: asked(wanted), ...(signal ? { signal } : {}) });
      return data;
    },
    colleagues: () => app.queries.fetchQuery(colleaguesQuery(app, companyOf(app))),
    providers: async () => {
      const { data } = await app.api.call('auth.providers', {});
      return data;
    },
    sessions: async () => {
      const { data } = await app.api.call('auth.sessions', {});
      return data;
    },
  };
}

export function createLogServices(app: App, open: () => void): LogServices {
  return {
    add: async (run) => {
      await app.api.call('me.logCommand', { body: run });
      await app.queries.invalidateQueries({ queryKey: keys.me('command-log') });
    },
    find: async (runId) => {
      const { data } = await app.api.call('me.commandLog', {});
      return data.find((run) => run.id === runId) ?? null;
    },
    open,
  };
}

const isCaller = (value: unknown): value is SandboxCaller =>
  typeof value === 'object' && value !== null && 'number' in value && typeof value.number === 'string' && 'title' in value && typeof value.title === 'string';

/** The sandbox is another server: it is spoken to over its own control calls, never through ours. */
export function createSandboxServices(app: App): SandboxServices {
  const address = (path: string) => `${app.config.sandboxUrl ?? ''}/control/${path}`;
  const refusal = async (answer: Response) =>
    new ApiError({ status: answer.status, code: 'sandbox', message: `Sandbox error: ${await answer.text()}`, errors: [] });
  const control = async (path: string, body: Readonly<Record<string, unknown>>) => {
    const answer = await fetch(address(path), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw await refusal(answer);
  };
  return {
    ring: async (number, from) => {
      await control('ring', { to: number, from });
      return { told: 'Sandbox call placed' };
    },
    callers: async (signal) => {
      const answer = await fetch(address('callers'), { ...(signal ? { signal } : {}) });
      if (!answer.ok) throw await refusal(answer);
      const found: unknown = await answer.json();
      return Array.isArray(found) ? found.filter(isCaller) : [];
    },
    storm: async (count) => {
      await control('storm', { count });
      return { told: count === 1 ? '1 sandbox call placed' : `${count.toLocaleString('en-US')} sandbox calls placed` };
    },
    text: async (number, body, from) => {
      await control('text', { to: number, body, from });
      return { told: 'Sandbox text sent' };
    },
    fax: async (number) => {
      await control('fax', { to: number });
      return { told: 'Incoming fax' };
    },
    voicemail: async (number, words) => {
      await control('voicemail', { to: number, words });
      return { told: 'Sandbox voicemail started' };
    },
    setRate: async (perMinute) => {
      await control('traffic', { perMinute });
      return { told: `Sandbox traffic: ${perMinute} events per minute` };
    },
    pause: async (isPaused) => {
      await control('pause', { paused: isPaused });
      return { told: isPaused ? 'Sandbox traffic paused' : 'Sandbox traffic resumed' };
    },
  };
}
