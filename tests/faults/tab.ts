/** A tab of the app without its screen: the app's own client, cache, realtime flow and the unmodified pusher-js, behind a line that a test may break. */
import { vi } from 'vitest';
import type { Change } from '#contract/core/realtime.ts';
import type { App } from '#src/api/app.ts';
import { createChangeHub } from '#src/api/changeFeed.ts';
import { createApi } from '#src/api/client.ts';
import { createQueryClient } from '#src/api/queries.ts';
import { startupPhases } from '#src/api/startupPhases.ts';
import { signedOutState } from '#src/app/initialState.ts';
import { createRealtime } from '#src/app/session.ts';
import type { Client } from '#tests/server/client.ts';
import { type FaultProxy, startFaultProxy } from './proxy.ts';

export interface Tab {
  /** The line of the socket and that of the calls, broken and mended together. */
  readonly line: Pick<FaultProxy, 'break' | 'mend'>;
  /** The line of the calls alone. */
  readonly calls: Pick<FaultProxy, 'break' | 'mend'>;
  /** Ids of the items that were told as new, in the order in which they were applied. */
  readonly items: number[];
  /** Times the screen had to be fetched anew. */
  fetchedAnew(): number;
  /** The state of the realtime flow. */
  state(): string;
  /** Resolves when the flow has left `live`. */
  hasNoticed(): Promise<void>;
  close(): Promise<void>;
}

const stateOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? (Object.entries(value).map(([name, inner]) => `${name}.${stateOf(inner)}`)[0] ?? '') : String(value);

/** Opens a tab of somebody in a company. The socket and the calls go through lines of the tab's own. */
export async function openTab(server: { readonly url: string }, who: Client, companyId: number): Promise<Tab> {
  const port = Number(new URL(server.url).port);
  const [line, calls] = await Promise.all([startFaultProxy({ port }), startFaultProxy({ port })]);
  // Nobody looks at it, so nothing waits for a frame.
  vi.stubGlobal('document', { visibilityState: 'hidden' });
  startupPhases.shown.complete();
  const origin = calls.through(server.url);
  const api = createApi({
    base: '/api',
    fetch: (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set('cookie', [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; '));
      return fetch(new URL(String(input), origin), { ...init, headers });
    },
    wait: (ms) => new Promise((done) => setTimeout(done, ms)),
    getCookie: (name) => who.cookies.get(name),
    supportEmail: 'help@keyline.example',
    getSession: () => null,
    onSignedOut: () => {},
    onSlowed: () => {},
    isAdmin: () => false,
  });
  await who.fetch('/api/csrf-cookie');
  const told = await api.call('system.config', {});
  const config: App['config'] = { ...told, realtime: { ...told.realtime, host: '127.0.0.1', port: line.port } };
  const user = await api.call('auth.currentUser', {});
  const queries = createQueryClient();
  let anew = 0;
  const invalidate = queries.invalidateQueries.bind(queries);
  queries.invalidateQueries = (...given) => {
    anew += 1;
    return invalidate(...given);
  };
  const changes = createChangeHub((run) => setImmediate(run));
  const items: number[] = [];
  changes.subscribe((lot: readonly Change[]) => {
    for (const change of lot) if (change.kind === 'item-created') items.push(change.id ?? 0);
  });
  const core = {
    config,
    api,
    queries,
    changes,
    get: () => ({ ...signedOutState, user, online: true }),
    set: () => {},
    subscribe: () => () => {},
    notify: () => {},
    notifyError: () => {},
  };
  const hooks = { onReset: () => {}, onCompanyLeft: () => {}, onCompanyEntering: () => {}, readFrom: () => null, onUserEvent: () => {} };
  const realtime = createRealtime(core, hooks).start();
  const state = () => stateOf(realtime.getSnapshot().value);
  realtime.send({ type: 'session.opened', companyId, cursor: null });
  await vi.waitFor(
    () => {
      if (state() !== 'open.live') throw new Error(`The tab is ${state()}`);
    },
    { timeout: 20_000, interval: 20 },
  );
  anew = 0;
  const both = [line, calls];
  return {
    line: {
      break: async (fault) => void (await Promise.all(both.map((one) => one.break(fault)))),
      mend: async () => void (await Promise.all(both.map((one) => one.mend()))),
    },
    calls,
    items,
    fetchedAnew: () => anew,
    state,
    hasNoticed: () =>
      new Promise((done) => {
        const watching = realtime.subscribe((snapshot) => {
          if (stateOf(snapshot.value) === 'open.live') return;
          watching.unsubscribe();
          done();
        });
      }),
    async close() {
      realtime.send({ type: 'session.closed' });
      realtime.stop();
      vi.unstubAllGlobals();
      await Promise.all(both.map((one) => one.close()));
    },
  };
}
