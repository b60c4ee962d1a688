/** Settings of the selected company, and the notice of one that is not set up yet. */
import type { CompanyChanges } from '#commands/companies/types.ts';
import type { ChangeResult } from '#commands/core/outcome.ts';
import { awaitsApproval } from '#contract/core/messages.ts';
import { type App, getCompanyId } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';
import { notices } from '../../ui/notices.ts';

/** The selected company as it is kept: it changes only by `company-updated` (RULE-264). */
const readCompany = (app: App, companyId: number) =>
  app.queries.fetchQuery({
    queryKey: keys.of(companyId, 'company'),
    queryFn: ({ signal }) => app.api.call('companies.get', { companyId, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

const toBody = ({ defaultAreaCode, ...changes }: CompanyChanges) => ({
  ...changes,
  ...(defaultAreaCode === undefined ? {} : defaultAreaCode === null ? { clear: ['defaultAreaCode' as const] } : { defaultAreaCode }),
});

/** The values that `changes` changes, as they are in `company`. */
const pickChanged = (company: Required<CompanyChanges>, changes: CompanyChanges): CompanyChanges => ({
  ...(changes.name === undefined ? {} : { name: company.name }),
  ...(changes.timezone === undefined ? {} : { timezone: company.timezone }),
  ...(changes.defaultAreaCode === undefined ? {} : { defaultAreaCode: company.defaultAreaCode }),
  ...(changes.linksEnabled === undefined ? {} : { linksEnabled: company.linksEnabled }),
  ...(changes.isOnboardingRequired === undefined ? {} : { isOnboardingRequired: company.isOnboardingRequired }),
});

/** Changes settings of the selected company; undone by the values before. */
export async function changeCompany(app: App, changes: CompanyChanges, message: string): Promise<ChangeResult> {
  const id = getCompanyId(app);
  const before = await readCompany(app, id);
  const save = async (next: CompanyChanges) => {
    const saved = await app.api.call('companies.update', { companyId: id, body: toBody(next) });
    const { name, timezone, linksEnabled, isOnboardingRequired } = saved;
    app.queries.setQueryData(keys.of(id, 'company'), saved);
    void app.queries.invalidateQueries({ queryKey: keys.of(id, 'numbers', 'areaCodes') });
    app.set({
      companies: app.get().companies.map((company) => (company.id === id ? { ...company, name, timezone, linksEnabled, isOnboardingRequired } : company)),
    });
  };
  await save(changes);
  const was = pickChanged(before, changes);
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
