/** Session lifecycle in the browser: loads data on sign-in, saves state while signed in, clears it on sign-out. */
import type { CurrentUser } from '#contract/auth/entities.ts';
import { isIn } from '#machines/state.ts';
import type { App } from '../api/app.ts';
import { isOfKind } from '../api/changeFeed.ts';
import { savePreferences } from '../api/preferences.ts';
import { prefetch } from '../api/prefetch.ts';
import { loadWhenIdle, startupPhases } from '../api/startupPhases.ts';
import { readLayouts } from '../panes/layoutPresets.ts';
import { hasPane, type Workspace } from '../panes/workspace.ts';
import { applyCompanyAccent, setDensity, setTheme } from '../theme/index.ts';
import { createFirstLayout, signedOutState } from './initialState.ts';
import type { AddressBar } from './location.ts';
import { isPaneKind, isView } from './panes.tsx';
import { loadUserData } from './session.ts';

export interface SessionDeps {
  readonly app: App;
  readonly workspace: Workspace;
  readonly addressBar: AddressBar;
}

/** Handles events on the user's own channel; none comes before the first rows are there. */
export const loadUserEvents = loadWhenIdle(() => import('./userEvents.ts'));

/** Everything of the person, and then the company they were in last. */
async function enter(living: SessionDeps, user: CurrentUser): Promise<void> {
  const { app, workspace, addressBar } = living;
  const own = await loadUserData(app);
  if (app.login.getSnapshot().context.person?.id !== user.id) return;
  const { layout, ...known } = own;
  const { bound } = app.get();
  app.set({ user, ...known, bound: null });
  setTheme(own.preferences.theme);
  setDensity(own.preferences.density === 'normal' ? 'regular' : own.preferences.density);
  const find = (id: number | null) => own.companies.find((company) => company.id === id);
  // A suspended company is entered only where its address is opened, which says why it can’t be.
  const active = own.companies.filter(({ status }) => status === 'active');
  const remembered = active.find(({ id }) => id === own.preferences.lastCompanyId);
  const last = find(bound) ?? find(addressBar.getCompanyId()) ?? remembered ?? active[0] ?? own.companies[0];
  const left = readLayouts(layout, isPaneKind, isView);
  workspace.restore(left.length > 0 ? left : [createFirstLayout(user.isStaff, last?.actAs)]);
  if (last) app.companySwitch.send({ type: 'company.chosen', company: { id: last.id, name: last.name } });
  addressBar.start();
  // Without a list of the company in first place, nothing waits for one.
  if (!last || !hasPane(workspace.get().layout, 'inbox')) startupPhases.shown.complete();
}

/** Nothing of anybody stays on the screen: with the person their stores are emptied. */
export function clearSessionState({ app, addressBar }: Pick<SessionDeps, 'app' | 'addressBar'>): void {
  addressBar.clear();
  app.realtime.send({ type: 'session.closed' });
  const selected = app.companySwitch.getSnapshot().context.company;
  if (selected) app.companySwitch.send({ type: 'company.lost', companyId: selected.id });
  applyCompanyAccent(null);
  app.set({ ...signedOutState, online: navigator.onLine, bound: app.get().bound });
}

/** Begins to watch the flows of the session. */
export function startSessionFlows(living: SessionDeps): void {
  const { app } = living;
  let entered: string | null = null;
  app.login.subscribe((snapshot) => {
    const { person, lapsed } = snapshot.context;
    const key = person === null ? null : `${person.id}/${person.sessionId}`;
    if (isIn(snapshot, 'authenticated') && person && key !== entered) {
      const same = entered?.startsWith(`${person.id}/`) === true && app.get().user !== null;
      entered = key;
      if (same) {
        app.set({ user: person });
        reopen(app);
      } else void enter(living, person).catch(app.notifyError);
    }
    if (!isIn(snapshot, 'restoring', 'authenticated')) {
      prefetch.clear();
      startupPhases.shown.complete();
    }
    if (isIn(snapshot, 'signedOut')) app.realtime.send({ type: 'session.closed' });
    if (isIn(snapshot, 'anonymous') && lapsed === null && entered !== null) {
      entered = null;
      clearSessionState(living);
    }
  });
  watchCompany(living);
  watchAppearance(app);
  app.changes.subscribe((changes) => {
    if (changes.some((change) => isOfKind(change, ['company-updated'])))
      void loadUserEvents()
        .then(({ loadCompanies }) => loadCompanies(app))
        .catch(() => undefined);
  });
}

function reopen(app: App): void {
  const companyId = app.get().companyId;
  if (companyId !== null) app.realtime.send({ type: 'session.opened', companyId, cursor: null });
  void app.queries.invalidateQueries();
}

function watchCompany({ app }: SessionDeps): void {
  let shown: number | null = null;
  app.companySwitch.subscribe((snapshot) => {
    const { company } = snapshot.context;
    if (company !== null && isIn(snapshot, 'idle', 'stale')) startupPhases.shown.complete();
    if (!isIn(snapshot, 'refreshing') || !company || company.id === shown) return;
    shown = company.id;
    const slim = app.get().companies.find((entry) => entry.id === company.id);
    applyCompanyAccent(slim?.accent ?? null);
    app.realtime.send(
      isIn(app.realtime.getSnapshot(), 'disconnected')
        ? { type: 'session.opened', companyId: company.id, cursor: null }
        : { type: 'company.switched', companyId: company.id, cursor: null },
    );
    if (app.get().preferences.lastCompanyId === company.id || app.get().user?.isAdmin) return;
    app.set({ preferences: { ...app.get().preferences, lastCompanyId: company.id } });
    savePreferences(app, { lastCompanyId: company.id }).catch(() => undefined);
  });
  app.login.subscribe((snapshot) => {
    if (isIn(snapshot, 'anonymous')) shown = null;
  });
}

function watchAppearance(app: App): void {
  let { theme, density } = app.get().preferences;
  app.subscribe(() => {
    const { preferences } = app.get();
    if (preferences.theme !== theme) setTheme(preferences.theme);
    if (preferences.density !== density) setDensity(preferences.density === 'normal' ? 'regular' : preferences.density);
    ({ theme, density } = preferences);
  });
}
