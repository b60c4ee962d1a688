/** Events of creating a company, sent by a user and by the app. */
import type { PlanCode } from '#contract/billing/plans.ts';
import type { CompanyCreation } from '#contract/companies/entities.ts';
import type { Offer } from '#contract/purchase/entities.ts';
import type { FlowError } from '../errors.ts';

/** Fields of the first step. */
export const detailFields = ['name', 'timezone', 'defaultAreaCode'] as const;
export type DetailField = (typeof detailFields)[number];
export type Details = Readonly<Record<DetailField, string>>;

/** Events a user may send. `creation.opened` with details begins with them filled in; `step.reopened` goes back by one. */
export type UserEvent =
  | { type: 'creation.opened'; details?: Partial<Details> }
  | { type: 'detail.typed'; field: DetailField; value: string }
  | { type: 'details.submitted' }
  | { type: 'creation.checked' }
  | { type: 'plan.chosen'; planId: PlanCode }
  | { type: 'plan.skipped' }
  | { type: 'card.requested' }
  | { type: 'card.skipped' }
  | { type: 'area.typed'; areaCode: string }
  | { type: 'numbers.searched' }
  | { type: 'number.chosen'; number: string }
  | { type: 'number.skipped' }
  | { type: 'step.reopened' }
  | { type: 'creation.closed' };

/** `company.known`: a company of the person's own is open, whose creation may go on. `creation.outdated`: its billing or its order has changed on the server. */
export type InternalEvent = { type: 'company.known'; companyId: number } | { type: 'creation.outdated' };

export interface CreationInput {
  /** Random, of the contract's alphabet; each company after the first adds `-2`, `-3`, … */
  key: string;
  details: Details;
}

export interface CreationContext {
  base: string;
  attempt: number;
  details: Details;
  /** The company whose creation is read; null while it is found by its key. */
  companyId: number | null;
  /** State of the creation on the server; null before the company is made. */
  creation: CompanyCreation | null;
  /** The plan that was chosen last. */
  planId: PlanCode | null;
  areaCode: string;
  offers: readonly Offer[];
  /** The number that was chosen last. */
  number: string | null;
  /** Steps that were skipped, in this window. */
  skipped: readonly ('plan' | 'number')[];
  /** The creation changed on the server while an order was on its way. */
  isOutdated: boolean;
  error: FlowError | null;
}
