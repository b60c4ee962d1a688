import type { CompanySlim } from '#contract/companies/entities.ts';
import type { UserEvent as CompanySwitchEvent } from '#machines/companySwitch/index.ts';
import type { CommandOutcomePromise } from '../core/outcome.ts';

/** A company of the list. What the person is in it, and what is unread there, is known where they have a membership. */
export type CompanyRow = Omit<CompanySlim, 'actAs' | 'unreadCount' | 'linksEnabled' | 'isOnboardingRequired' | 'awaitsApproval' | 'ownAccent' | 'logoUrl'> &
  Partial<Pick<CompanySlim, 'actAs' | 'unreadCount' | 'logoUrl'>>;

/** Filters of the list of companies. */
export interface CompanyListFilter {
  readonly q?: string | undefined;
  readonly organizationId?: number | undefined;
}

interface NewCompany {
  readonly name: string;
  readonly timezone: string;
}

/** Settings of a company that are changed by themselves; `defaultAreaCode` null: none. */
export interface CompanyChanges {
  readonly name?: string;
  readonly timezone?: string;
  readonly defaultAreaCode?: string | null;
  readonly linksEnabled?: boolean;
  readonly isOnboardingRequired?: boolean;
}

export interface CompanyListServices {
  /** Creates a company and enters it; tried again after a lost answer it is the same company. */
  create(company: NewCompany): CommandOutcomePromise;
  /** Changes settings of the selected company. */
  change(changes: CompanyChanges, message: string): CommandOutcomePromise;
  /** Reads the default area code of the selected company; null where it has none. */
  readAreaCode(): Promise<string | null>;
  /** Changes what the list shows and opens it; undefined takes a criterion away. */
  filter(changes: CompanyListFilter): void;
}

/** Types the area adds to those shared by all commands. */
export interface CompaniesTypes {
  readonly rows: { readonly company: CompanyRow };
  readonly scopes: 'companies';
  readonly panes: 'companies';
  readonly services: { readonly companies: CompanyListServices };
  readonly flows: { readonly companySwitch: CompanySwitchEvent };
}
