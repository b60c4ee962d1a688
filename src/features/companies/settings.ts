/** Settings of the selected company, and the notice of one that is not set up yet. */
import type { ChangeResult } from '#commands/core/outcome.ts';
import { awaitsApproval } from '#contract/core/messages.ts';
import { type App, getCompanyId } from '../../api/app.ts';
import { notices } from '../../ui/notices.ts';

type Changes = { readonly linksEnabled?: boolean; readonly isOnboardingRequired?: boolean };

/** Changes settings of the selected company; undone by the values before. */
export async function changeCompany(app: App, changes: Changes, message: string): Promise<ChangeResult> {
  const id = getCompanyId(app);
  const before = app.get().companies.find((company) => company.id === id);
  const save = async (next: Changes) => {
    const saved = await app.api.call('companies.update', { companyId: id, body: next });
    const { linksEnabled, isOnboardingRequired } = saved;
    app.set({ companies: app.get().companies.map((company) => (company.id === id ? { ...company, linksEnabled, isOnboardingRequired } : company)) });
  };
  await save(changes);
  const was: Changes = {
    ...(changes.linksEnabled === undefined ? {} : { linksEnabled: before?.linksEnabled ?? false }),
    ...(changes.isOnboardingRequired === undefined ? {} : { isOnboardingRequired: before?.isOnboardingRequired ?? false }),
  };
  return { message, undo: { title: message, run: () => save(was) } };
}

/**
 * Tells those who may set a company up, on entering it, that it still has to be; once each time it is entered. `finish` runs the command, which acts on
 * the open company: in another one the notice is off the screen, and from the log it does nothing. Returns how to stop.
 */
export function listenToSetup(app: App, finish: () => void): () => void {
  let entered: number | null = null;
  const check = () => {
    const { companyId, companies, permissions } = app.get();
    if (companyId === entered) return;
    entered = companyId;
    notices.end('company');
    const company = companies.find(({ id }) => id === companyId);
    if (company?.awaitsApproval) app.notify({ tone: 'info', message: `${company.name} isn’t approved yet. ${awaitsApproval}` });
    if (!company?.isOnboardingRequired || !permissions.has('company.update')) return;
    app.notify({
      tone: 'info',
      message: `${company.name} isn’t set up yet`,
      cause: 'company',
      action: {
        title: 'Finish setup',
        command: 'company.finishSetup',
        onAct: () => (app.get().companyId === companyId ? finish() : app.notify({ tone: 'info', message: `Switch to ${company.name} first` })),
      },
    });
  };
  check();
  return app.subscribe(check);
}
