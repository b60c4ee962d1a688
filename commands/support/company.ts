/** The company a person asks support about. */
import type { CompanySlim } from '#contract/companies/entities.ts';

interface AskingPerson {
  readonly company: { readonly id: number } | null;
  readonly companies: readonly CompanySlim[];
}

/** The company in which a person asks: the one they are in, else one that is suspended, which they can’t enter. */
export const findAskedCompany = ({ company, companies }: AskingPerson): CompanySlim | null =>
  companies.find(({ id, status }) => (company === null ? status === 'suspended' : id === company.id)) ?? null;
