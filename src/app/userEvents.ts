/** Events on the user's own channel, and the companies they tell of. */
import type { UserEvent } from '#contract/core/realtime.ts';
import type { App, AppState } from '../api/app.ts';
import { keys } from '../api/queries.ts';
import { fetchCompanies } from '../shared/companies.ts';
import { refetchCounts } from '../shared/liveCounts.ts';
import { applyCompanyAccent } from '../theme/index.ts';

/** Loads the companies of the person again; the selected one follows, its colour too. Null when the person has left meanwhile. */
export async function loadCompanies(app: App): Promise<AppState['companies'] | null> {
  const companies = await fetchCompanies(app);
  if (companies === null) return null;
  const company = companies.find(({ id }) => id === app.get().company?.id);
  app.set({ companies, ...(company ? { company } : {}) });
  if (company) applyCompanyAccent(company.accent);
  return companies;
}

/** Handles an event on the user's own channel. */
export function handleUserEvent(app: App, event: UserEvent): void {
  if (event.kind === 'login-event') {
    const mine = event.sessionId === undefined || event.sessionId === app.get().user?.sessionId;
    if (event.event === 'logout' && mine) app.login.send({ type: 'session.lost' });
    // The session in which it was changed has said so itself.
    if (event.event === 'password_changed' && (event.sessionId === undefined || !mine)) app.notify({ tone: 'info', message: 'Password changed', isOwn: true });
    return;
  }
  if (event.kind === 'notification-counts') {
    refetchCounts(app, event.companyId);
    return;
  }
  void app.queries.invalidateQueries({ queryKey: keys.me('organizations') });
  (event.kind === 'organization-changed' ? loadCompanies(app) : followMembership(app, event.companyId)).catch(app.notifyError);
}

/** Loads what the person may do again, says what has become of their role in the selected company, and leaves a company they have lost or can't enter. */
async function followMembership(app: App, companyId: number | undefined): Promise<void> {
  const before = app.get().company;
  const companies = await loadCompanies(app);
  if (companies === null) return;
  const selected = app.companySwitch.getSnapshot().context.company;
  if (!selected) {
    const entered = companies.find(({ id, status }) => id === companyId && status === 'active');
    if (entered) app.companySwitch.send({ type: 'company.chosen', company: { id: entered.id, name: entered.name } });
    return;
  }
  const company = companies.find(({ id }) => id === selected.id);
  if (company?.status !== 'active') {
    app.notify({ tone: 'info', message: company ? `${selected.name} is ${company.status}` : `You are no longer a member of ${selected.name}`, isOwn: true });
    app.companySwitch.send({ type: 'company.lost', companyId: selected.id });
    const first = companies.find(({ status }) => status === 'active');
    if (first) app.companySwitch.send({ type: 'company.chosen', company: { id: first.id, name: first.name } });
    return;
  }
  // A switch that is on its way loads them itself.
  if (app.get().companyId !== company.id) {
    // It was suspended when the person came to it, and may be entered now.
    app.companySwitch.send({ type: 'refresh.retried' });
    return;
  }
  const { permissions } = await app.api.call('me.abilities', { companyId: company.id });
  if (app.get().companyId !== company.id) return;
  app.set({ permissions: new Set(permissions) });
  if (before?.id === company.id && before.actAs !== company.actAs)
    app.notify({ tone: 'info', message: `Your role in ${company.name} is ${company.actAs} now`, isOwn: true });
  // Other rights, or other numbers, show other rows.
  await app.queries.invalidateQueries({ queryKey: keys.company(company.id) });
}
