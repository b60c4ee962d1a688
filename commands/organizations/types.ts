/** Organizations, as commands reach them. */
import type { CompanySlim } from '#contract/companies/entities.ts';
import type { Organization, ReachedUser } from '#contract/organizations/entities.ts';
import type { AccountStatus } from '#contract/organizations/enums.ts';
import type { CommandOutcomePromise } from '../core/outcome.ts';

/** Of which organization a row is, and whether the user administers it. */
interface WithinOrganization {
  readonly organizationId: number;
  readonly isAdministered: boolean;
}
export type OrganizationCompany = CompanySlim & WithinOrganization;
export type OrganizationPerson = ReachedUser & WithinOrganization & { /** True for the only administrator, who stays. */ readonly isLast: boolean };

export interface OrganizationServices {
  showCompanies(organization: Organization): void;
  showUsers(organization: Organization): void;
  rename(organization: Organization, name: string): CommandOutcomePromise;
  /** Null: new companies begin with the time zone of who creates them. */
  setTimeZone(organization: Organization, timezone: string | null): CommandOutcomePromise;
  setLinks(organization: Organization, linksEnabled: boolean): CommandOutcomePromise;
  /** Null: the product's own color. */
  setColor(organization: Organization, accent: string | null): CommandOutcomePromise;
  chooseLogo(organization: Organization): void;
  removeLogo(organization: Organization): CommandOutcomePromise;
  /** Changes the status of companies, one after another; what was changed before one was refused stays, and is undone with it. */
  setStatus(companies: readonly OrganizationCompany[], status: AccountStatus): CommandOutcomePromise;
  addAdministrator(person: OrganizationPerson): CommandOutcomePromise;
  removeAdministrator(person: OrganizationPerson): CommandOutcomePromise;
  /** The brand of the selected company; null: its organization's color. */
  setCompanyColor(accent: string | null): CommandOutcomePromise;
  chooseCompanyLogo(): void;
  removeCompanyLogo(): CommandOutcomePromise;
}

/** Types the area adds to those shared by all commands. */
export interface OrganizationsTypes {
  readonly rows: { readonly organization: Organization; readonly organizationCompany: OrganizationCompany; readonly organizationPerson: OrganizationPerson };
  readonly scopes: 'organizations' | 'organizationCompanies' | 'organizationUsers';
  readonly panes: 'organizations' | 'organizationCompanies' | 'organizationUsers';
  readonly services: { readonly organizations: OrganizationServices };
}
