/** Puts the app together: one client, one cache, the flows of the session, and the state everything reads. */

import { getPersonKey } from '#commands/auth/personKey.ts';
import type { ClientConfig } from '#contract/system/entities.ts';
import type { App, AppState } from '../api/app.ts';
import { createChangeHub } from '../api/changeFeed.ts';
import { createApi } from '../api/client.ts';
import { getCookie } from '../api/cookies.ts';
import { prefetch } from '../api/prefetch.ts';
import { createQueryClient } from '../api/queries.ts';
import { clearStores, registerStore } from '../store/sessionStores.ts';
import { createSignal } from '../store/store.ts';
import { notices } from '../ui/index.ts';
import { createErrorNotifier } from './errorNotifier.ts';
import { signedOutState } from './initialState.ts';
import { createCompanySwitch, createLogin, createRealtime, type SessionHooks } from './session.ts';

/** Makes the app. `hooks` is what the shell does at the turns of a session. */
export function createApp(config: ClientConfig, hooks: SessionHooks): App {
  let state: AppState = { ...signedOutState, online: navigator.onLine };
  const changed = createSignal();
  const set = (change: Partial<AppState>) => {
    const before = getPersonKey(state.user);
    state = { ...state, ...change };
    // Before anything is drawn for whoever comes.
    if (before !== '' && before !== getPersonKey(state.user)) clearStores('person');
    changed.notify();
  };
  const core = {
    config,
    api: createApi({
      base: '/api',
      fetch: prefetch.fetch,
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      getCookie,
      getSession: () => app.login.getSnapshot().context.person?.sessionId ?? null,
      onSignedOut: () => app.login.send({ type: 'session.lost' }),
      onSlowed: (message) => notices.notify({ tone: 'info', message }),
      supportEmail: config.supportEmail,
      isAdmin: () => state.user?.isAdmin ?? false,
    }),
    queries: createQueryClient(),
    changes: createChangeHub((run) => requestAnimationFrame(run)),
    get: () => state,
    set,
    subscribe: changed.subscribe,
    notify: (notice: Parameters<App['notify']>[0]) => void notices.notify(notice),
    notifyError: createErrorNotifier(notices.notify, config.supportEmail),
  };
  core.subscribe(() => notices.enter(state.companyId));
  registerStore('query cache', () => core.queries.clear());
  const app: App = {
    ...core,
    login: createLogin(core, hooks),
    companySwitch: createCompanySwitch(core, hooks),
    realtime: createRealtime(core, hooks),
  };
  window.addEventListener('online', () => {
    set({ online: true });
    notices.end('connection');
  });
  window.addEventListener('offline', () => set({ online: false }));
  return app;
}
