/** Application object every part of the app reaches: the client, the cache, the flows of the session, and the state of the user and the company. */
import type { QueryClient } from '@tanstack/react-query';
import { createContext, useContext, useRef, useSyncExternalStore } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { CurrentUser } from '#contract/auth/entities.ts';
import type { CompanySlim } from '#contract/companies/entities.ts';
import type { Permission } from '#contract/core/permissions.ts';
import type { Keymap, Preferences } from '#contract/me/entities.ts';
import type { ClientConfig } from '#contract/system/entities.ts';
import type { flows } from '#machines/index.ts';
import type { NewNotice } from '../ui/index.ts';
import type { ChangeHub } from './changeFeed.ts';
import type { Api } from './client.ts';

/** State of the app at one moment. `companyId` is the company whose data may be on the screen: null while a switch clears (spec 1.4). */
export interface AppState {
  readonly user: CurrentUser | null;
  readonly company: CompanySlim | null;
  readonly companyId: number | null;
  readonly companies: readonly CompanySlim[];
  /** The company to arrive in with the person who is about to come; null: the one they were in last. */
  readonly bound: number | null;
  readonly permissions: ReadonlySet<Permission>;
  readonly preferences: Preferences;
  readonly keymap: Keymap;
  readonly layouts: readonly string[];
  readonly online: boolean;
}

export interface App {
  readonly config: ClientConfig;
  readonly api: Api;
  readonly queries: QueryClient;
  readonly changes: ChangeHub;
  readonly login: ActorRefFrom<typeof flows.login.machine>;
  readonly companySwitch: ActorRefFrom<typeof flows.companySwitch.machine>;
  readonly realtime: ActorRefFrom<typeof flows.realtime.machine>;
  get(): AppState;
  set(change: Partial<AppState>): void;
  subscribe(listener: () => void): () => void;
  notify(notice: NewNotice): void;
  /** Tells what a call was refused with, in the spec's words and for its time (1.8). A 404 is told by whoever asked. */
  notifyError(thrown: unknown): void;
}

const AppContext = createContext<App | null>(null);
export const AppProvider = AppContext.Provider;

/** The app's core. Throws outside of it. */
export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error('No app above');
  return app;
}

/** A part of what is known; the component draws again only when that part changes. */
export function useAppState<T>(select: (state: AppState) => T): T {
  const app = useApp();
  const last = useRef<{ state: AppState; value: T } | null>(null);
  return useSyncExternalStore(app.subscribe, () => {
    const state = app.get();
    if (last.current?.state === state) return last.current.value;
    const value = select(state);
    const stable = last.current && Object.is(last.current.value, value) ? last.current.value : value;
    last.current = { state, value: stable };
    return stable;
  });
}

/** The company in which a command acts. Throws while there is none. */
export function getCompanyId(app: App): number {
  const { companyId } = app.get();
  if (companyId === null) throw new Error('Choose a company first');
  return companyId;
}
/** The company on the screen; null while there is none. */
export const useCompanyId = (): number | null => useAppState((state) => state.companyId);
/** May the person do this in the company on the screen? */
export const useMay = (permission: Permission): boolean => useAppState((state) => state.permissions.has(permission));
