/**
 * The steps that follow a new company: billing, plan, number. Each is made under a key of its own, so that a step that is repeated is the step that was made.
 * A request goes through them before it answers; the job does where its process died.
 */

import { soldPlanCodes } from '#contract/billing/plans.ts';
import type { CompanyCreation } from '#contract/companies/entities.ts';
import { withCompanyTransaction } from '../../access/companyTransaction.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { assertActive, findMembership } from '../../http/authorize.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser, Membership } from '../../http/handlers.ts';
import { failpoint } from '../../jobs/failpoints.ts';
import type { Services } from '../../services.ts';
import { changeInProgress } from '../billing/actions.ts';
import { type Asking, type Beginning, beginBilling } from '../billing/handlers.ts';
import { readBilling } from '../billing/queries.ts';
import { findPurchaseByKey, orderNumbers } from '../purchase/orders.ts';
import { addWishes, type FoundingRow, lockFounding, type Wishes } from './wishes.ts';

interface Founder {
  readonly membership: Membership;
  readonly authUser: Pick<AuthUser, 'userId'>;
}

/** Words of a plan that waits for a card. */
const noCardReason = 'Add a payment method first';

/** Failures after which the same step may succeed. */
const passing: ReadonlySet<string> = new Set(['upstream', 'too_many_requests', 'card_service', 'card_unconfirmed']);

/** Number of times that billing is tried again while another request of the same creation is at it, and milliseconds between two. */
const busyTries = 12;
const busyMs = 250;

/** Runs a step; its refusal is an answer. */
const settle = (step: () => Promise<unknown>): Promise<AppError | null> =>
  step().then(
    () => null,
    (error: unknown) => {
      if (error instanceof AppError) return error;
      throw error;
    },
  );

/** The order of a founding, as it stands. Runs in the transaction of the company. */
async function readNumber(row: Pick<FoundingRow, 'number' | 'purchase_key' | 'number_reason'>): Promise<CompanyCreation['number']> {
  if (row.number === null) return null;
  const purchase = await findPurchaseByKey(row.purchase_key);
  const [item] = purchase?.items ?? [];
  const state = purchase === null ? 'missing' : purchase.state === 'partly' ? 'bought' : purchase.state;
  // The order has it: what is wished for now may be another one that came beside it.
  return { number: item?.number ?? row.number, state, purchaseKey: row.purchase_key, reason: item?.reason ?? (purchase === null ? row.number_reason : null) };
}

/** State of the open company's creation. Throws `not_found` for a company that was not founded by a call. */
export async function readCreation(services: Pick<Services, 'cards'>): Promise<CompanyCreation> {
  const row = await currentTransaction()
    .selectFrom('company_foundings')
    .innerJoin('companies', 'companies.id', 'company_foundings.company_id')
    .selectAll('company_foundings')
    .select(['companies.name', 'companies.founding_key'])
    .where('company_foundings.company_id', '=', companyId())
    .executeTakeFirst();
  if (!row?.founding_key) throw new AppError('not_found');
  const { subscription, isConfigured, paymentMethod, prices } = await readBilling(services);
  const isStarted = subscription.state !== 'not_subscribed' && subscription.state !== 'expired';
  const planState = isStarted ? 'started' : isConfigured && paymentMethod === null ? 'needs_card' : 'missing';
  const planId = isStarted ? subscription.planId : row.plan_id;
  const isSaved = row.billing_reason === null && row.answered_at !== null;
  const hasBilling = row.billing !== null || row.card_session !== null;
  return {
    companyId: row.company_id,
    key: row.founding_key,
    name: row.name,
    number: await readNumber(row),
    plan:
      planId === null
        ? null
        : { planId, state: planState, reason: planState === 'needs_card' ? (row.plan_reason ?? noCardReason) : isStarted ? null : row.plan_reason },
    billing: hasBilling ? { isSaved: isSaved && (row.card_session === null || paymentMethod !== null), reason: row.billing_reason } : null,
    isBillingConfigured: isConfigured,
    hasCard: paymentMethod !== null,
    prices: prices.filter((each) => soldPlanCodes.includes(each.planId)),
  };
}

/** Begins billing once no other request is at it. What that one has tried needn't be tried again. */
async function beginBillingInTurn(asking: Asking, beginning: Beginning) {
  for (let tries = 0; ; tries += 1) {
    const billed = await beginBilling(asking, tries === 0 ? beginning : { ...beginning, wasTried: true });
    const isBusy = [billed.info, billed.plan].some((fault) => fault?.message === changeInProgress);
    if (!isBusy || tries === busyTries) return billed;
    await new Promise((resolve) => setTimeout(resolve, busyMs));
  }
}

/** Goes through the steps that are left. Returns why some could not be made, by step; null for the others. */
async function goThrough(services: Services, { membership, authUser }: Founder, row: FoundingRow, { token }: Pick<Wishes, 'token'>) {
  const asking = { membership, authUser, services };
  const planCode = row.plan_started_at === null ? row.plan_id : null;
  const asksBilling = row.billing !== null || token !== null;
  const isForbidden = !membership.may('billing.manage') || !membership.may('subscription.manage');
  const refused = new AppError('forbidden');
  const billed =
    !asksBilling && planCode === null
      ? { info: null, plan: null }
      : isForbidden
        ? { info: asksBilling ? refused : null, plan: planCode === null ? null : refused }
        : await beginBillingInTurn(asking, {
            info: asksBilling ? { ...row.billing, ...(token === null ? {} : { chargifyToken: token }) } : null,
            wasTried: token !== null && token === row.card_session,
            plan: planCode === null ? null : { planCode, dueNow: row.plan_due_cents === null ? undefined : row.plan_due_cents / 100 },
          }).catch((error: unknown) => {
            if (!(error instanceof AppError)) throw error;
            return { info: asksBilling ? error : null, plan: planCode === null ? null : error };
          });
  failpoint('companies.create: billed');
  const { number, vanity, category } = row;
  const ordered =
    number === null || category === null
      ? null
      : membership.may('numbers.buy')
        ? await settle(() =>
            orderNumbers(
              services,
              { key: row.purchase_key, numbers: [number], category, providerId: row.provider_id ?? 1, vanity: vanity ?? '' },
              { membership, authUser },
            ),
          )
        : refused;
  failpoint('companies.create: ordered');
  return { billing: billed.info, plan: billed.plan, number: ordered, isStarted: planCode !== null && billed.plan === null };
}

type Faults = Awaited<ReturnType<typeof goThrough>>;

/** Writes down why steps could not be made, for whoever asks how the creation stands. That a card is missing is read from billing, not from here: it comes later. */
async function saveAnswer(services: Pick<Services, 'cards'>, { billing, plan, number, isStarted }: Faults): Promise<void> {
  const { paymentMethod } = await readBilling(services);
  const isWaiting = plan?.code === 'invalid' && paymentMethod === null;
  await currentTransaction()
    .updateTable('company_foundings')
    .set({
      billing_reason: billing?.message ?? null,
      plan_reason: isWaiting ? null : (plan?.message ?? null),
      number_reason: number?.message ?? null,
      ...(isStarted ? { plan_started_at: new Date() } : {}),
      answered_at: new Date(),
    })
    .where('company_id', '=', companyId())
    .execute();
}

/** Goes on with the creation for its founder, who asks for `wishes` now. A token that is not of a card of this company is refused; other steps say in the answer why they could not be made. */
export async function continueCreation(services: Services, founder: Founder, wishes: Wishes): Promise<void> {
  assertActive(founder.membership);
  const within = withCompanyTransaction(services, founder);
  const asksNothing = wishes.number === null && wishes.plan === null && wishes.billing === null && wishes.token === null;
  const row = await within(async () => {
    const before = await lockFounding();
    if (before === null) throw new AppError('not_found');
    // Asked again by a plain repetition is what was asked for and has not been made.
    return asksNothing ? before : addWishes(services, wishes, await readNumber(before));
  });
  if (wishes.token !== null && wishes.token !== row.card_session)
    await within(() =>
      currentTransaction().updateTable('company_foundings').set({ card_session: wishes.token }).where('company_id', '=', companyId()).execute(),
    );
  const faults = await goThrough(services, founder, row, wishes);
  await within(() => saveAnswer(services, faults));
  if (faults.billing?.details.field === 'chargify_token')
    throw new AppError('invalid', { field: 'billing_info.chargify_token', message: faults.billing.message });
}

/** The creation of a company of the person's own, by its key or its id; null where there is none. Asks the card vendor for its prices where they are not known. */
export async function findCreation(
  services: Services,
  userId: number,
  { key, id }: { readonly key?: string | undefined; readonly id?: number | undefined },
): Promise<CompanyCreation | null> {
  if ((key === undefined) === (id === undefined)) throw new AppError('invalid', { field: 'key', message: 'Send either key or id' });
  const membership = await services.tenancy.identityReading(async () => {
    const company = await currentTransaction()
      .selectFrom('companies')
      .select('id')
      .where('founded_by', '=', userId)
      .where((eb) => (key === undefined ? eb('id', '=', id ?? 0) : eb('founding_key', '=', key)))
      .executeTakeFirst();
    return company ? findMembership(userId, company.id) : null;
  });
  if (membership?.accountStatus !== 'active') return null;
  const readAll = () => services.tenancy.companyReading([membership.companyId], userId, () => readCreation(services));
  // Founders may have another role by now.
  const read = async () => ({ ...(await readAll()), ...(membership.may('billing.read') ? {} : { plan: null, billing: null, hasCard: false, prices: [] }) });
  const creation = await read();
  if (!creation.isBillingConfigured || creation.prices.length > 0 || !membership.may('billing.manage')) return creation;
  const asking = { membership, authUser: { userId }, services };
  // Without an answer the prices stay unknown, which the reply shows.
  const fault = await settle(() => beginBilling(asking, { info: null, wasTried: false, plan: null }));
  return fault === null ? read() : creation;
}

/** The worker of `companies.resume`: goes on where a request got no answer. Rejects when somebody outside did not answer: the job comes back. */
export async function resumeCreation(services: Services, { companyId: id }: { readonly companyId: number }): Promise<void> {
  const row = await services.tenancy.company([id], null, lockFounding);
  if (row === null || row.answered_at !== null) return;
  const membership = await services.tenancy.identityReading(() => findMembership(row.user_id, id));
  if (membership?.accountStatus !== 'active') return;
  const founder = { membership, authUser: { userId: row.user_id } };
  const faults = await goThrough(services, founder, row, { token: null });
  const late = [faults.billing, faults.plan, faults.number].find((fault) => fault !== null && passing.has(fault.code));
  if (late) throw late;
  await withCompanyTransaction(services, founder)(() => saveAnswer(services, faults));
}
