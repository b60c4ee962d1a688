/** Puts the app together: one client, one cache, the flows of the session, and the state everything reads. */

import { messages } from '#contract/messages.ts';
import type { ClientConfig } from '#contract/system.ts';
import type { App, AppState } from '../api/app.ts';
import { createChangeHub } from '../api/changes.ts';
import { createApi } from '../api/client.ts';
import { early } from '../api/early.ts';
import { plainError, wordsOf } from '../api/errors.ts';
import { createQueryClient } from '../api/queries.ts';
import { notices } from '../ui/index.ts';
import { nobody } from './defaults.ts';
import { createCompanySwitch, createLogin, createRealtime, type SessionHooks } from './session.ts';

const cookieOf = (name: string): string | undefined =>
  document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** How a refusal is told (spec 1.8): words of 400, 403, 422 and other refusals of ours for 10 s; anything else as an unknown error. */
function errorText(thrown: unknown, supportEmail: string): string | null {
  const error = plainError(thrown);
  if (error.status === 404) return null;
  if (error.status === 401) return messages.notAuthorized;
  if (error.status === 0) return error.message;
  const known = error.status >= 400 && error.status < 500;
  if (known || error.status === 502 || error.status === 503) return wordsOf(error) || messages.unknownError;
  return messages.unknown(supportEmail);
}

/** Makes the app. `hooks` is what the shell does at the turns of a session. */
export function createApp(config: ClientConfig, hooks: SessionHooks): App {
  let state: AppState = { ...nobody, online: navigator.onLine };
  const listeners = new Set<() => void>();
  const set = (change: Partial<AppState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const core = {
    config,
    api: createApi({
      base: '/api',
      fetch: early.fetch,
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      cookie: cookieOf,
      onSignedOut: () => app.login.send({ type: 'session.lost' }),
      onSlowed: (message) => notices.notify({ tone: 'info', message }),
      isAdmin: () => state.user?.isAdmin ?? false,
    }),
    queries: createQueryClient(),
    changes: createChangeHub((run) => requestAnimationFrame(run)),
    get: () => state,
    set,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify: (notice: Parameters<App['notify']>[0]) => void notices.notify(notice),
    tellError: (thrown: unknown) => {
      const message = errorText(thrown, config.supportEmail);
      if (message !== null) notices.notify({ tone: 'danger', message });
    },
  };
  const app: App = {
    ...core,
    login: createLogin(core, hooks),
    companySwitch: createCompanySwitch(core, hooks),
    realtime: createRealtime(core, hooks),
  };
  window.addEventListener('online', () => set({ online: true }));
  window.addEventListener('offline', () => set({ online: false }));
  return app;
}
