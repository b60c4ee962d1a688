/** Creating a company, step by step. */
import type { PlanCode } from '#contract/billing/plans.ts';
import type { Offer } from '#contract/purchase/entities.ts';
import type { UserEvent } from '#machines/companyCreate/index.ts';

export interface CompanyCreationServices {
  /** Opens the form of a new company. */
  open(): void;
  /** Goes on with the creation of the open company. */
  resume(): void;
  /** Plans that can be started, with their price. */
  listPlans(): Promise<readonly { readonly planId: PlanCode; readonly price: number }[]>;
  choosePlan(planId: PlanCode): void;
  /** Numbers that were found. */
  listOffers(): Promise<readonly Offer[]>;
  searchNumbers(areaCode?: string): void;
  chooseNumber(number: string): void;
}

/** Types the area adds to those shared by all commands. */
export interface CompanyCreationTypes {
  readonly scopes: 'companyCreate';
  readonly panes: 'companyCreate';
  readonly services: { readonly companyCreation: CompanyCreationServices };
  readonly flows: { readonly companyCreate: UserEvent };
}
