/** The flows of the session, with their effects: signing in, switching company, staying connected. */
import type { Query } from '@tanstack/react-query';
import { createActor, fromCallback, fromPromise } from 'xstate';
import type { LoginEvent } from '#contract/auth/enums.ts';
import type { UserEvent } from '#contract/core/realtime.ts';
import * as companySwitch from '#machines/companySwitch/machine.ts';
import type { LoginReply } from '#machines/login/events.ts';
import * as login from '#machines/login/machine.ts';
import * as realtime from '#machines/realtime/machine.ts';
import type { App, AppState } from '../api/app.ts';
import { rejectWithPlainError } from '../api/errors.ts';
import { keys } from '../api/queries.ts';
import { retryOnce } from '../api/retryOnce.ts';
import { startupPhases } from '../api/startupPhases.ts';
import { requestCompanies } from '../shared/companies.ts';

type Core = Omit<App, 'login' | 'companySwitch' | 'realtime'>;

/** Callbacks of the rest of the app for changes of the session. */
export interface SessionHooks {
  /** Nobody's data may stay on the screen. */
  readonly onReset: () => void;
  readonly onCompanyLeft: () => void;
  /** A company is being entered: what its first screen shows may be asked for beside what the person may do there. */
  readonly onCompanyEntering: (companyId: number) => void;
  /** Returns the position of a company's changes when its first rows were read, and which queries changes mend from there; null when that is not known. */
  readonly readFrom: (companyId: number) => { readonly position: number; readonly isPatched: (query: Query) => boolean } | null;
  /** Something arrived on the person's own channel. */
  readonly onUserEvent: (event: UserEvent) => void;
}

/**
 * Raises one of the four login events of the spec (1.4, 2.4; RULE-174, RULE-175, RULE-274) on the window, for whatever surrounds the app: the page
 * that hosts it, an extension, a native shell. It names no person. The app itself follows the login flow and listens to none.
 */
const raiseLoginEvent = (event: LoginEvent): void => void window.dispatchEvent(new CustomEvent<LoginEvent>('keyline:login', { detail: event }));

/** Creates the actor of the login flow, with its calls and effects. */
export function createLogin(core: Core, hooks: SessionHooks) {
  const { call } = core.api;
  return createActor(
    login.machine.provide({
      actors: {
        loadPerson: fromPromise(() => rejectWithPlainError(call('auth.currentUser', { keepsSession: true }))),
        signIn: fromPromise(({ input }) => rejectWithPlainError(call('auth.login', { body: { email: input.email, password: input.password } }))),
        verifyCode: fromPromise(({ input }) => rejectWithPlainError(call('auth.mfa', { body: { code: input.code } }))),
        askProvider: fromPromise(({ input }) => rejectWithPlainError(call('auth.providerRedirect', { params: { provider: input.provider } }))),
        confirmProvider: fromPromise(({ input: { provider, proof } }) =>
          rejectWithPlainError(
            proof?.kind === 'code'
              ? call('auth.providerCallback', { params: { provider }, body: { code: proof.code, state: proof.state } })
              : Promise.reject(new Error('A browser signs in with a code')),
          ),
        ),
        enterRemote: fromPromise(({ input }) => rejectWithPlainError(call('auth.remoteLogin', { params: { id: input.id } }))),
        leaveRemote: fromPromise<LoginReply, Record<never, never>>(() => rejectWithPlainError(call('auth.leaveRemoteLogin', {}))),
        signOut: fromPromise(async () => {
          await rejectWithPlainError(call('auth.logout', { keepsSession: true }));
        }),
      },
      actions: {
        announce: (_, params) => raiseLoginEvent(params.event),
        leaveFor: (_, params) => window.location.assign(params.url),
        startAfresh: () => hooks.onReset(),
      },
    }),
    { input: { session: { kind: 'cookie' } } },
  );
}

/** Fetches the data the server keeps for the user, side by side. */
export async function loadUserData(core: Core): Promise<Pick<AppState, 'companies' | 'preferences' | 'keymap' | 'layouts'> & { layout: unknown }> {
  const { call } = core.api;
  const [companies, preferences, keymap, layouts] = await Promise.all([
    requestCompanies(core),
    call('me.preferences', {}),
    call('me.keymap', {}),
    call('me.layouts', {}),
  ]);
  return {
    companies,
    preferences,
    keymap,
    layouts: layouts.data.map((layout) => layout.name).filter((name) => name !== 'current'),
    layout: layouts.data.find((layout) => layout.name === 'current')?.layout ?? null,
  };
}

/** Resolves when nothing of the company is being fetched any more. */
async function waitForFetches(core: Core, companyId: number): Promise<void> {
  const queryKey = keys.company(companyId);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  if (core.queries.isFetching({ queryKey }) === 0) return;
  await new Promise<void>((resolve) => {
    const stop = core.queries.getQueryCache().subscribe(() => {
      if (core.queries.isFetching({ queryKey }) > 0) return;
      stop();
      resolve();
    });
  });
}

export function createCompanySwitch(core: Core, hooks: SessionHooks) {
  return createActor(
    companySwitch.machine.provide({
      actors: {
        refreshCompany: fromPromise(({ input: { companyId }, signal }) =>
          rejectWithPlainError(
            (async () => {
              hooks.onCompanyEntering(companyId);
              const abilities = await core.api.call('me.abilities', { companyId, signal });
              // Another company was chosen meanwhile.
              if (signal.aborted) return;
              core.set({ companyId, permissions: new Set(abilities.permissions) });
              await waitForFetches(core, companyId);
            })(),
          ),
        ),
      },
      actions: {
        enterCompany: (_, { company, previous }) => {
          hooks.onCompanyLeft();
          if (previous) {
            void core.queries.cancelQueries({ queryKey: keys.company(previous.id) });
            core.queries.removeQueries({ queryKey: keys.company(previous.id) });
          }
          const slim = core.get().companies.find((entry) => entry.id === company?.id) ?? null;
          core.set({ company: slim, companyId: null, permissions: new Set() });
        },
      },
    }),
    { input: { company: null } },
  );
}

/** The socket and its protocol are fetched once the first rows are on screen. */
const loadSocket = async <T>(use: (module: typeof import('./pusherConnection.ts')) => T): Promise<Awaited<T>> => {
  await startupPhases.shown.done;
  return await use(await import('./pusherConnection.ts'));
};

/**
 * Tells what changed after a position. At first, with none, it begins where the first rows were read; what else was fetched meanwhile stands at
 * no known position and is fetched again, as is all when too much was missed.
 */
async function catchUp(core: Core, hooks: SessionHooks, companyId: number, after: number | null): Promise<{ cursor: number }> {
  const first = after === null ? hooks.readFrom(companyId) : null;
  const from = after ?? first?.position ?? null;
  const { data, meta } = await retryOnce((signal) => core.api.call('companies.changes', { companyId, query: { after: from ?? 0 }, signal }));
  const queryKey = keys.company(companyId);
  if (from === null || !meta.complete) await core.queries.invalidateQueries({ queryKey });
  else {
    // Whoever hears of changes comes after the first rows.
    if (first) await startupPhases.ready.done;
    core.changes.publish(data);
    if (first) void core.queries.invalidateQueries({ queryKey, predicate: (query) => !first.isPatched(query) });
  }
  return { cursor: meta.cursor };
}

export function createRealtime(core: Core, hooks: SessionHooks) {
  return createActor(
    realtime.machine.provide({
      actors: {
        holdSocket: fromCallback<{ type: 'socket.retry' }, Record<never, never>>(({ sendBack, receive }) => {
          const open = () => {
            const socket = loadSocket((module) => module.openSocket(core, sendBack, hooks.onUserEvent));
            socket.catch(() => sendBack({ type: 'socket.unavailable' }));
            return socket;
          };
          let socket = open();
          receive(() => {
            socket.then(
              ({ retry }) => retry(),
              () => {
                socket = open();
              },
            );
          });
          return () => void socket.then(({ close }) => close()).catch(() => undefined);
        }),
        joinChannel: fromPromise<unknown, { join: number; leave: number | null }>(({ input, signal }) =>
          loadSocket((module) => module.joinChannel(input.join, input.leave, signal)),
        ),
        catchUp: fromPromise(({ input: { companyId, after } }) => rejectWithPlainError(catchUp(core, hooks, companyId, after))),
      },
      actions: { applyChange: (_, params) => core.changes.publish([params.change]) },
    }),
  );
}
