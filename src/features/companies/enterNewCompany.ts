/** Enters a company that the person did not have a moment ago. */
import type { CompanySlim } from '#contract/companies/entities.ts';
import type { App } from '../../api/app.ts';

/** Takes over a newer list and enters `wanted`, else the first, where no company is open. */
export function enterNewCompany(app: App, companies: readonly CompanySlim[], wanted?: number): void {
  const next = companies.find(({ id }) => id === wanted) ?? companies[0];
  if (!next) return;
  app.set({ companies });
  app.companySwitch.send({ type: 'company.chosen', company: { id: next.id, name: next.name } });
}
