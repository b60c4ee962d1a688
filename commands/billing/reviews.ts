/** Costs of a change of the subscription, in sentences: what is charged now, what later, and when. */
import type { ChangePreview, CompanyBilling } from '#contract/billing/entities.ts';
import { type PlanCode, planLabel } from '#contract/billing/plans.ts';
import { formatDollars } from '#contract/core/money.ts';
import type { Review } from '../core/outcome.ts';
import type { Services } from '../core/services.ts';

const date = (at: string) => new Date(at).toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });
const getPeriod = (planId: PlanCode | null) => (planId?.endsWith('_yearly') ? 'per year' : 'per month');
const getName = (planId: PlanCode | null) => (planId === null ? 'the plan' : planLabel[planId]);

const createReview = (sentence: string, verb: string, more: Partial<Review> = {}): Review => ({ sentence, count: 1, sample: [], skipped: [], verb, ...more });

const formatNow = ({ dueNow }: ChangePreview) => (dueNow === 0 ? 'Nothing is charged now.' : `${formatDollars(dueNow)} is charged now.`);
const formatNext = ({ next, nextAt }: ChangePreview, planId: PlanCode | null) =>
  next === null
    ? ''
    : nextAt === null
      ? ` Then ${formatDollars(next)} ${getPeriod(planId)}.`
      : ` ${formatDollars(next)} ${getPeriod(planId)} from ${date(nextAt)}.`;

/** The plan that is on now. */
const getPlan = ({ subscription }: CompanyBilling) => subscription.planId;

export async function reviewCancel({ billing }: Services): Promise<Review> {
  const [preview, known] = [await billing.preview('cancel'), await billing.get()];
  const { periodEnd } = known.subscription;
  const end = periodEnd === null ? 'at the end of the period' : `on ${date(periodEnd)}`;
  return createReview(`Cancel the subscription: ${getName(getPlan(known))} ends ${end}. ${formatNow(preview)}`, 'cancel subscription', {
    dangerous: true,
    ...(known.subscription.state === 'active' ? { undoNote: 'You can keep the subscription until then' } : {}),
  });
}

export async function reviewKeep({ billing }: Services): Promise<Review> {
  const [preview, known] = [await billing.preview('keep'), await billing.get()];
  return createReview(`Keep ${getName(getPlan(known))}. ${formatNow(preview)}${formatNext(preview, getPlan(known))}`, 'keep');
}

export async function reviewRevert({ billing }: Services): Promise<Review> {
  const [preview, known] = [await billing.preview('revert'), await billing.get()];
  return createReview(`Stay on ${getName(getPlan(known))}. ${formatNow(preview)}${formatNext(preview, getPlan(known))}`, 'stay');
}

/** A change to another plan: at the end of the period, or at once. */
export async function reviewPlan({ billing }: Services, kind: 'downsell' | 'migrate' | 'upgrade' | 'start', planId: PlanCode): Promise<Review> {
  const preview = await billing.preview(kind, planId);
  const verb = kind === 'start' ? 'start' : 'change';
  return createReview(`${kind === 'start' ? 'Start' : 'Change to'} ${planLabel[planId]}. ${formatNow(preview)}${formatNext(preview, planId)}`, verb);
}

/** The offer is viewed by this, before it is used. */
export async function reviewYearly({ billing }: Services): Promise<Review> {
  const offer = await billing.viewOffer();
  const preview = await billing.preview('yearly');
  const { price, monthlyTotal } = offer;
  const saved = price !== null && monthlyTotal !== null && monthlyTotal > price ? ` You save ${formatDollars(monthlyTotal - price)} per year.` : '';
  return createReview(`Change to ${planLabel[offer.planId]}. ${formatNow(preview)}${formatNext(preview, offer.planId)}${saved}`, 'change');
}

export async function reviewRetry({ billing }: Services): Promise<Review> {
  const { amountDue, paymentMethod } = await billing.reviewPayment();
  const card = paymentMethod === null ? 'the payment method' : `the card ending in ${paymentMethod.last4}`;
  return createReview(`Retry the payment: ${formatDollars(amountDue)} is charged now to ${card}`, 'retry');
}
