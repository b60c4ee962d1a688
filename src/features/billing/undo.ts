/** Undo of a change of the subscription. */
import type { CompanyBilling } from '#contract/billing/entities.ts';
import type { UserEvent } from '#machines/subscription/index.ts';

/**
 * Finds the change that takes another one back at no cost; undefined where none brings back what was there: a subscription past due can't be kept, and a change of
 * plan that was pending, or a cancellation, is lost to the new change.
 */
export function findUndo({ type }: UserEvent, before: CompanyBilling | null): { readonly title: string; readonly event: UserEvent } | undefined {
  if (before?.subscription.state !== 'active' || before.subscription.pending !== null) return undefined;
  if (type === 'subscription.canceled') return { title: 'Cancel subscription', event: { type: 'subscription.retried' } };
  if (type === 'subscription.downsold') return { title: 'Change to smaller plan', event: { type: 'change.reverted' } };
  return undefined;
}
