/** Events on the user's own channel, and the companies they tell of. */
import type { UserEvent } from '#contract/core/realtime.ts';
import type { App, AppState } from '../api/app.ts';
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
