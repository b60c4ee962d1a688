/** Numbers and users that a plan includes (decision 0034). */
import { getAllowance, planLabel } from '#contract/billing/plans.ts';
import { findBilling } from './repository.ts';

interface PlanLimits {
  readonly numbers: number;
  readonly users: number;
  /** Name of the plan. */
  readonly plan: string;
}

/** Limits of the open company's plan; null where it has none, or one that has ended. */
export async function findPlanLimits(): Promise<PlanLimits | null> {
  const subscription = (await findBilling())?.subscription;
  if (subscription == null || subscription.state === 'expired' || subscription.planCode === null) return null;
  const { numbers, users } = getAllowance(subscription.planCode);
  return { numbers, users, plan: planLabel[subscription.planCode] };
}
