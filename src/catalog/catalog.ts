/** The catalog's core: client, cache, the flow of signing in, and the commands. One for the page. */
import type { QueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import type { ClientConfig } from '#contract/system/entities.ts';
import { type CatalogSession, type Credentials, machine } from '#machines/catalogSign/index.ts';
import { type Api, createApi, fetchCalls } from '../api/client.ts';
import { getCookie } from '../api/cookies.ts';
import { rejectWithPlainError, toPlainError } from '../api/errors.ts';
import { createQueryClient } from '../api/queries.ts';
import { clearStores } from '../store/sessionStores.ts';
import { notices } from '../ui/notices.ts';
import { type CommandStore, createCommands } from './commands.ts';
import { followSession, readSession, saveSession } from './session.ts';

export interface Catalog {
  readonly config: ClientConfig;
  readonly api: Api;
  readonly queries: QueryClient;
  readonly sign: ActorRefFrom<typeof machine>;
  readonly commands: CommandStore;
  /** Names the account in place of a cookie; part of the input of its calls. */
  caller(): { readonly bearer?: string };
  /** Signs out here at once, and ends the session at the server; where that fails, it is said. */
  signOut(): void;
  notify(message: string): void;
  notifyError(thrown: unknown): void;
}

const toCredentials = ({ provider, email, password, phone }: Credentials) => (provider === 'email' ? { email, password } : { phoneNumber: phone });

/** A reply that opens a session has all of it. */
function toSession({ accountId, token, iapId, plan, subscriptionStatus }: Partial<CatalogSession>): CatalogSession {
  if (accountId === undefined || token === undefined || iapId === undefined || plan === undefined || subscriptionStatus === undefined)
    throw new Error('The server opened no session');
  return { accountId, token, iapId, plan, subscriptionStatus };
}

async function requestCode(api: Api, given: Credentials): Promise<unknown> {
  if (given.mode === 'reset') return api.call('catalog.sendResetCode', { body: { email: given.email }, keepsSession: true });
  return api.call(given.mode === 'up' ? 'catalog.register' : 'catalog.login', { body: { provider: given.provider, credentials: toCredentials(given) } });
}

async function verifyCode(api: Api, given: Credentials & { readonly code: string }): Promise<CatalogSession | null> {
  const { mode, provider, email, password, code } = given;
  if (mode === 'reset') {
    await api.call('catalog.resetPassword', { body: { email, password, code } });
    return null;
  }
  const body = { provider, code, credentials: toCredentials(given) };
  return toSession(await api.call(mode === 'up' ? 'catalog.register' : 'catalog.login', { body }));
}

/** Makes the core. The session that this browser keeps is taken up again. */
export function createCatalog(config: ClientConfig): Catalog {
  const api = createApi({
    base: '/api',
    fetch: (...given) => window.fetch(...given),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    getCookie,
    getSession: () => sign.getSnapshot().context.session?.token ?? null,
    onSignedOut: () => sign.send({ type: 'session.lost' }),
    onSlowed: (message) => notices.notify({ tone: 'info', message }),
    supportEmail: config.supportEmail,
    isAdmin: () => false,
  });
  const actors = {
    requestCode: fromPromise<unknown, Credentials>(({ input }) => rejectWithPlainError(requestCode(api, input))),
    verifyCode: fromPromise<CatalogSession | null, Credentials & { readonly code: string }>(({ input }) => rejectWithPlainError(verifyCode(api, input))),
  };
  const sign = createActor(machine.provide({ actors }), { input: { session: readSession() } });
  const queries = createQueryClient();
  let token = sign.getSnapshot().context.session?.token ?? null;
  sign.subscribe(({ context: { session } }) => {
    const next = session?.token ?? null;
    if (next === token) return;
    token = next;
    saveSession(session);
    // Somebody else may be here from now on.
    queries.clear();
    clearStores('person');
  });
  followSession((session) => {
    const now = sign.getSnapshot().context.session;
    if (session?.token === now?.token) return;
    // Another tab has signed in or out: this one starts again as that one is.
    window.location.reload();
  });
  sign.start();
  // The routes, which the first call needs, are fetched while the person types.
  void fetchCalls().catch(() => undefined);
  const caller = () => {
    const { session } = sign.getSnapshot().context;
    return session === null ? {} : { bearer: session.token };
  };
  return {
    config,
    api,
    queries,
    sign,
    commands: createCommands(),
    caller,
    signOut: () => {
      const ending = api.call('catalog.endSession', caller());
      sign.send({ type: 'session.left' });
      ending.catch((thrown: unknown) => {
        if (toPlainError(thrown).status !== 401)
          notices.notify({
            tone: 'danger',
            message: 'You’re signed out in this browser only. The server couldn’t end the session; it expires within 90 days.',
          });
      });
    },
    notify: (message) => void notices.notify({ tone: 'success', message }),
    notifyError: (thrown) => {
      const { status, message } = toPlainError(thrown);
      // The sign-in page says so itself.
      if (status !== 401) notices.notify({ tone: 'danger', message });
    },
  };
}

const CatalogContext = createContext<Catalog | null>(null);
export const CatalogProvider = CatalogContext.Provider;

/** The core. Throws outside of the catalog. */
export function useCatalog(): Catalog {
  const catalog = useContext(CatalogContext);
  if (!catalog) throw new Error('No catalog above');
  return catalog;
}
