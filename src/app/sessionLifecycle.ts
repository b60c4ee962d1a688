/** Session lifecycle in the browser: loads data on sign-in, saves state while signed in, clears it on sign-out. */
import type { CurrentUser } from '#contract/auth/entities.ts';
import type { UserEvent } from '#contract/core/realtime.ts';
import { isIn } from '#machines/state.ts';
import type { App, AppState } from '../api/app.ts';
import { isOfKind } from '../api/changeFeed.ts';
import { prefetch } from '../api/prefetch.ts';
import { startupPhases } from '../api/startupPhases.ts';
import { type Layout, listPanes } from '../panes/layout.ts';
import { readLayout } from '../panes/layoutPresets.ts';
import type { Workspace } from '../panes/workspace.ts';
import { fetchCompanies } from '../shared/companies.ts';
import { refetchCounts } from '../shared/liveCounts.ts';
import { applyCompanyAccent, setDensity, setTheme } from '../theme/index.ts';
import { createFirstLayout, signedOutState } from './initialState.ts';
import { isPaneKind } from './panes.tsx';
import { loadUserData } from './session.ts';

export interface SessionDeps {
  readonly app: App;
  readonly workspace: Workspace;
  readonly onCompany: () => void;
}

const saveAfterMs = 500;

/** Saves the layout a moment after it came to rest. */
export function createLayoutSaver(app: () => App | null): (layout: Layout) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (layout) => {
    clearTimeout(timer);
    const userId = app()?.get().user?.id;
    timer = setTimeout(() => {
      const current = app();
      const user = current?.get().user;
      // A user who impersonates another doesn't save the layout, and one user's layout is never saved as another's.
      if (!current || !user || user.isAdmin || user.id !== userId) return;
      void import('../panes/layoutActions.ts')
        .then(({ toSaved }) =>
          current.api.call('me.saveLayout', { params: { name: 'current' }, body: { layout: JSON.parse(JSON.stringify(toSaved(layout))) } }),
        )
        .catch(() => undefined);
    }, saveAfterMs);
  };
}

/** Everything of the person, and then the company they were in last. */
async function enter(living: SessionDeps, user: CurrentUser): Promise<void> {
  const { app, workspace } = living;
  const own = await loadUserData(app);
  if (app.login.getSnapshot().context.person?.id !== user.id) return;
  const { layout, ...known } = own;
  const { bound } = app.get();
  app.set({ user, ...known, bound: null });
  setTheme(own.preferences.theme);
  setDensity(own.preferences.density === 'normal' ? 'regular' : own.preferences.density);
  const find = (id: number | null) => own.companies.find((company) => company.id === id);
  const last = find(bound) ?? find(own.preferences.lastCompanyId) ?? own.companies[0];
  workspace.change(() => readLayout(layout, isPaneKind) ?? createFirstLayout(user.isStaff, last?.actAs));
  // Without a list of the company in first place, nothing waits for one.
  if (!last || !listPanes(workspace.get().layout.root).some(({ view }) => view.kind === 'inbox')) startupPhases.shown.complete();
  if (last) app.companySwitch.send({ type: 'company.chosen', company: { id: last.id, name: last.name } });
}

/** Nothing of anybody stays on the screen: with the person their stores are emptied. */
export function clearSessionState({ app }: Pick<SessionDeps, 'app'>): void {
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
    if (changes.some((change) => isOfKind(change, ['company-updated']))) void loadCompanies(app).catch(() => undefined);
  });
}

/** Loads the companies of the person again; the selected one follows, its colour too. Null when the person has left meanwhile. */
async function loadCompanies(app: App): Promise<AppState['companies'] | null> {
  const companies = await fetchCompanies(app);
  if (companies === null) return null;
  const company = companies.find(({ id }) => id === app.get().company?.id);
  app.set({ companies, ...(company ? { company } : {}) });
  if (company) applyCompanyAccent(company.accent);
  return companies;
}

function reopen(app: App): void {
  const companyId = app.get().companyId;
  if (companyId !== null) app.realtime.send({ type: 'session.opened', companyId, cursor: null });
  void app.queries.invalidateQueries();
}

function watchCompany({ app, onCompany }: SessionDeps): void {
  let shown: number | null = null;
  app.companySwitch.subscribe((snapshot) => {
    const { company } = snapshot.context;
    if (company !== null && isIn(snapshot, 'idle', 'stale')) startupPhases.shown.complete();
    if (!isIn(snapshot, 'refreshing') || !company || company.id === shown) return;
    shown = company.id;
    onCompany();
    const slim = app.get().companies.find((entry) => entry.id === company.id);
    applyCompanyAccent(slim?.accent ?? null);
    app.realtime.send(
      isIn(app.realtime.getSnapshot(), 'disconnected')
        ? { type: 'session.opened', companyId: company.id, cursor: null }
        : { type: 'company.switched', companyId: company.id, cursor: null },
    );
    if (app.get().preferences.lastCompanyId === company.id || app.get().user?.isAdmin) return;
    app.set({ preferences: { ...app.get().preferences, lastCompanyId: company.id } });
    app.api.call('me.savePreferences', { body: { lastCompanyId: company.id } }).catch(() => undefined);
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

/** Handles an event on the user's own channel. */
export function handleUserEvent(app: App, event: UserEvent): void {
  if (event.kind === 'login-event') {
    const mine = event.sessionId === undefined || event.sessionId === app.get().user?.sessionId;
    if (event.event === 'logout' && mine) app.login.send({ type: 'session.lost' });
    if (event.event === 'password_changed') app.notify({ tone: 'info', message: 'Password changed', isOwn: true });
    return;
  }
  if (event.kind === 'notification-counts') {
    refetchCounts(app, event.companyId);
    return;
  }
  loadCompanies(app)
    .then((companies) => {
      if (companies === null) return;
      const selected = app.companySwitch.getSnapshot().context.company;
      if (!selected || companies.some((company) => company.id === selected.id)) return;
      app.notify({ tone: 'info', message: `You are no longer a member of ${selected.name}`, isOwn: true });
      app.companySwitch.send({ type: 'company.lost', companyId: selected.id });
      const [first] = companies;
      if (first) app.companySwitch.send({ type: 'company.chosen', company: { id: first.id, name: first.name } });
    })
    .catch(app.notifyError);
}
