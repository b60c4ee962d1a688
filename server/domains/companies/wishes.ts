/** Extras requested with a new company: its number, its plan, its billing address. Read before anything is made, committed with the company. */

import { type PlanCode, soldPlanCodes } from '#contract/billing/plans.ts';
import type { CompanyCreation } from '#contract/companies/entities.ts';
import type { RouteBody } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import { normalisePhone } from '#contract/text/e164.ts';
import { maxPatternLength } from '#contract/text/numberSearch.ts';
import { toKeypadDigits } from '#contract/text/vanity.ts';
import { currentTransaction, companyId as openCompanyId } from '../../db/tenancy.ts';
import { isOfUnitedStates } from '../../destinations.ts';
import { AppError } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { findCategory } from '../purchase/asked.ts';
import { checkProvider } from '../purchase/providers.ts';
import { companiesResume } from './jobs.ts';
import type { BillingWish } from './tables.ts';

type Body = RouteBody<typeof routes.companies.create>;
type Provider = NonNullable<Body['number']>['providerId'];

interface WantedNumber {
  readonly number: string;
  /** The letters alone, as an order has them; empty: none. */
  readonly vanity: string;
  readonly providerId: Provider;
  readonly category: 1 | 3;
}

export interface Wishes {
  readonly number: WantedNumber | null;
  readonly plan: { readonly planId: PlanCode; readonly dueCents: number | null } | null;
  readonly billing: BillingWish | null;
  /** Token of the card page. It is used at once and never stored for later. */
  readonly token: string | null;
}

/** The request's process has this long; the job goes on after it. */
const graceMs = 30_000;

const wrong = (field: string, message: string) => new AppError('invalid', { field, message });

/** Runs a check of another domain; the field it names is of the number here. */
function checkNumber<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (error instanceof AppError && error.details.field !== undefined) throw wrong(`number.${error.details.field}`, error.message);
    throw error;
  }
}

/** Letters of a number as an order has them: `800-55P-LUMB` → `PLUMB`. Refuses those that are not the number's. */
function readVanity(vanity: string, national: string): string {
  const word = /[A-Z].*$/.exec(vanity.toUpperCase().replaceAll('-', ''))?.[0] ?? '';
  if (word.length > maxPatternLength) throw wrong('number.vanity', `At most ${maxPatternLength} digits or letters after the first letter`);
  if (!national.endsWith(toKeypadDigits(word))) throw wrong('number.vanity', `The number doesn’t end in ${word}`);
  return word;
}

function readNumber(services: Pick<Services, 'carrier' | 'fax'>, given: NonNullable<Body['number']>): WantedNumber {
  const number = normalisePhone(given.number);
  if (number === null) throw wrong('number.number', `“${given.number}” is not a phone number`);
  if (!isOfUnitedStates(number)) throw wrong('number.number', `${number} is not a US number`);
  const national = number.slice(2);
  if (given.nationalNumber !== undefined && given.nationalNumber !== national)
    throw wrong('number.national_number', `The national number of ${number} is ${national}`);
  checkNumber(() => checkProvider(given.providerId, [number]));
  return {
    number,
    vanity: readVanity(given.vanity ?? '', national),
    providerId: given.providerId,
    category: findCategory(services, { category: undefined, numberType: undefined }, number),
  };
}

/** Wishes of a request. Throws `invalid` where that can’t be: nothing is made then. */
export function readWishes(services: Pick<Services, 'carrier' | 'fax'>, body: Body): Wishes {
  const { number, skipNumber, planId, dueNow, billingInfo } = body;
  if (number === undefined && skipNumber === undefined) throw wrong('skip_number', 'Send number or skip_number');
  if (number !== undefined && skipNumber !== undefined) throw wrong('skip_number', 'Send either number or skip_number, not both');
  if (planId !== undefined && !soldPlanCodes.includes(planId)) throw wrong('plan_id', 'Choose an available plan');
  if (planId === undefined && dueNow !== undefined) throw wrong('due_now', 'Send due_now with plan_id alone');
  const { chargifyToken, ...address } = billingInfo ?? {};
  return {
    number: number === undefined ? null : readNumber(services, number),
    plan: planId === undefined ? null : { planId, dueCents: dueNow === undefined ? null : Math.round(dueNow * 100) },
    billing: Object.values(address).some((line) => line !== undefined) ? address : null,
    token: chargifyToken ?? null,
  };
}

/** Columns of what is asked for; what is not asked for is left out. */
const toColumns = ({ number, plan, billing }: Wishes) => ({
  ...(number === null ? {} : { number: number.number, vanity: number.vanity, provider_id: number.providerId, category: number.category, number_reason: null }),
  ...(plan === null ? {} : { plan_id: plan.planId, plan_due_cents: plan.dueCents, plan_reason: null }),
  ...(billing === null ? {} : { billing: JSON.stringify(billing) }),
});

const enqueueResume = ({ jobs }: Pick<Services, 'jobs'>, companyId: number) =>
  jobs.enqueue(companiesResume, { companyId }, { key: `founding-${companyId}`, startAt: new Date(Date.now() + graceMs) });

/** Commits what a new company is to have with the company itself. Runs in an identity transaction. */
export async function insertWishes(services: Pick<Services, 'jobs'>, companyId: number, userId: number, wishes: Wishes): Promise<void> {
  await currentTransaction()
    .insertInto('company_foundings')
    .values({ company_id: companyId, user_id: userId, ...toColumns(wishes) })
    .execute();
  if (wishes.number !== null || wishes.plan !== null || wishes.billing !== null) await enqueueResume(services, companyId);
}

/** The founding of the open company, locked; null for a company that was not founded by a call. */
export const lockFounding = async () =>
  (await currentTransaction().selectFrom('company_foundings').selectAll().where('company_id', '=', openCompanyId()).forUpdate().executeTakeFirst()) ?? null;

export type FoundingRow = NonNullable<Awaited<ReturnType<typeof lockFounding>>>;

/**
 * Adds what a later request under the same key asks for. A number that was not ordered, or that could not be bought, may be replaced by another one. Refuses
 * (409) a second number. Runs in the transaction of the company.
 */
export async function addWishes(
  services: Pick<Services, 'jobs'>,
  wishes: Wishes,
  ordered: NonNullable<CompanyCreation['number']> | null,
): Promise<FoundingRow> {
  const row = await lockFounding();
  if (row === null) throw new AppError('not_found');
  const isOther = wishes.number !== null && row.number !== null && wishes.number.number !== (ordered?.number ?? row.number);
  if (isOther && ordered !== null && (ordered.state === 'buying' || ordered.state === 'bought'))
    throw new AppError('conflict', {
      field: 'number',
      message: 'Another number was ordered under this key; nothing was bought. Buy further numbers in the company.',
    });
  if (wishes.plan !== null && row.plan_started_at !== null && wishes.plan.planId !== row.plan_id)
    throw new AppError('conflict', { field: 'plan_id', message: 'A plan was started under this key; nothing was changed. Change it in Billing.' });
  const isAgain = wishes.number !== null && ordered?.state === 'refused';
  const saved = await currentTransaction()
    .updateTable('company_foundings')
    .set({
      ...toColumns(wishes),
      // A refused order is over: another one is needed to try again.
      ...(isAgain ? { purchase_key: crypto.randomUUID() } : {}),
      answered_at: null,
    })
    .where('company_id', '=', openCompanyId())
    .returningAll()
    .executeTakeFirstOrThrow();
  await enqueueResume(services, row.company_id);
  return saved;
}
