/** Events of a subscription, sent by a user and by the app. */
import type { ChangePreview, CompanyBilling } from '#contract/billing/entities.ts';
import type { PlanCode } from '#contract/billing/plans.ts';
import type { FlowError } from '../errors.ts';

/** The cost that was shown before: the server charges it, or refuses. */
export type ReviewedCost = Pick<ChangePreview, 'dueNow' | 'proratedAt'>;

/** Events a user may send. `subscription.retried` clears a cancellation (RULE-193). */
export type UserEvent =
  | { type: 'subscription.started'; planId: PlanCode; reviewed?: ReviewedCost | undefined }
  | { type: 'subscription.upgraded'; planId: PlanCode; reviewed?: ReviewedCost | undefined }
  | { type: 'subscription.canceled' }
  | { type: 'subscription.downsold'; planId: PlanCode }
  | { type: 'subscription.retried' }
  | { type: 'change.reverted' }
  | { type: 'offer.used'; offerId: number; reviewed?: ReviewedCost | undefined }
  | { type: 'company.migrated'; planId: PlanCode; reviewed?: ReviewedCost | undefined };

/** `billing.known`: billing as the server has it now. `invoices.due`: 5 s after a plan upgrade. */
export type InternalEvent = { type: 'billing.known'; billing: CompanyBilling } | { type: 'invoices.due' };

/** A change on its way. */
export type SubscriptionOrder =
  | { kind: 'start' | 'upgrade' | 'migrate'; planId: PlanCode; reviewed: ReviewedCost | undefined }
  | { kind: 'downsell'; planId: PlanCode }
  | { kind: 'cancel' | 'keep' | 'revert' }
  | { kind: 'yearly'; offerId: number; reviewed: ReviewedCost | undefined };

export interface SubscriptionContext {
  billing: CompanyBilling | null;
  order: SubscriptionOrder | null;
  error: FlowError | null;
}
