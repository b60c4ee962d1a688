/** Submitting: checked first, then written down with its fees and enqueued, once whatever is clicked. No transaction is open while pages are read. */
import { sql } from 'kysely';
import type { RouteBody } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import type { Finding, SmsCheck } from '#contract/smsVerification/entities.ts';
import type { SmsLane } from '#contract/smsVerification/enums.ts';
import { type Fee, feeSchedule, sumFees } from '#contract/smsVerification/fees.ts';
import { isBlocking } from '#contract/smsVerification/lint.ts';
import { checkApproved } from '../../access/approval.ts';
import { type ActingUser, withCompanyTransaction } from '../../access/companyTransaction.ts';
import { assertConfigured, CarrierNotConfiguredError } from '../../carrier/http.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { checkRegistration, type Registration } from './check.ts';
import { enqueueWork, publishRegistration } from './commands.ts';
import { computeDue, formatFees, getVerification, readRecordedFees } from './queries.ts';
import {
  type BrandRow,
  type CampaignRow,
  findCampaign,
  getBrand,
  type LaneRow,
  listCampaignNumbers,
  listLanes,
  listRegisteredBrands,
  lockCampaign,
  restartWaiting,
  toTaxDigits,
} from './repository.ts';

type Given = RouteBody<(typeof routes)['smsVerification']['submit']>;

async function loadRegistration(id: number): Promise<Registration & { readonly lanes: readonly LaneRow[] }> {
  const campaign = await findCampaign(id);
  if (!campaign) throw new AppError('not_found');
  return { campaign, brand: await getBrand(campaign.brand_id), numbers: await listCampaignNumbers([id]), lanes: await listLanes([id]) };
}

/** Checks a registration as it is saved. */
export async function checkSaved(services: Services, id: number, actor: ActingUser): Promise<SmsCheck> {
  const within = withCompanyTransaction(services, actor);
  const registration = await within(() => loadRegistration(id));
  const findings = await checkRegistration(services, registration);
  const { recorded, brand } = await within(async () => ({
    recorded: (await readRecordedFees([id])).get(id),
    brand: (await listRegisteredBrands([registration.brand])).get(registration.brand.id) ?? registration.brand,
  }));
  return { findings: [...findings], fees: formatFees(computeDue({ ...registration, brand, recorded }), recorded?.cents ?? 0) };
}

const say = ({ message, quote }: Finding) => (quote === null ? message : `${message} “${quote}”`);

function checkConfigured({ config }: Services): void {
  try {
    assertConfigured(config.carrier);
  } catch (error) {
    if (error instanceof CarrierNotConfiguredError) throw new AppError('not_configured', { message: error.message });
    throw error;
  }
}

/** Lanes that a submission takes up: those with numbers that are new or were rejected. */
const listDueLanes = (lanes: readonly LaneRow[], { numbers }: Pick<Registration, 'numbers'>): readonly SmsLane[] =>
  lanes
    .filter(
      ({ lane, status }) => (status === 'draft' || status === 'rejected') && numbers.some((number) => number.lane === lane && number.state !== 'removing'),
    )
    .map(({ lane }) => lane);

/** Submits a registration, or what was rejected of it again. One with nothing to submit is answered as it is: twice is once. */
export async function submitRegistration(services: Services, given: Given, actor: ActingUser) {
  const within = withCompanyTransaction(services, actor);
  const before = await within(() => loadRegistration(given.id));
  if (!before.campaign.is_draft && listDueLanes(before.lanes, before).length === 0) return within(() => getVerification(services, given.id));
  checkConfigured(services);
  await within(checkApproved);
  const [first] = (await checkRegistration(services, before)).filter(isBlocking);
  if (first) throw new AppError('invalid', { field: first.field, message: say(first) });
  await within(() => writeSubmission(services, given, before.campaign.updated_at, actor));
  return within(() => getVerification(services, given.id));
}

async function writeSubmission(services: Services, { id, dueToday }: Given, checkedAt: Date, { authUser }: ActingUser): Promise<void> {
  const campaign = await lockCampaign(id);
  const { lanes, numbers, brand: named } = await loadRegistration(id);
  const due = listDueLanes(lanes, { numbers });
  // Submitted in between by another click.
  if (!campaign.is_draft && due.length === 0) return;
  if (campaign.updated_at.getTime() !== checkedAt.getTime()) throw new AppError('conflict');
  const brand = await submitBrand(campaign, named, due);
  const fees = computeDue({ brand, campaign, lanes, numbers, recorded: (await readRecordedFees([id])).get(id) });
  if (dueToday !== undefined && Math.round(dueToday * 100) !== Math.round(sumFees(fees) * 100))
    throw new AppError('price_changed', { message: `The fees are $${sumFees(fees).toFixed(2)} now. Review them before you submit.` });
  const round = campaign.round + 1;
  await recordFees(campaign, round, fees);
  await registerBrandRound(brand, due);
  await currentTransaction()
    .updateTable('sms_campaigns')
    .set({ is_draft: false, submitted_at: campaign.submitted_at ?? new Date(), round, updated_at: new Date() })
    .where('company_id', '=', companyId())
    .where('id', '=', id)
    .execute();
  for (const lane of due) await submitLane(id, lane);
  await enqueueWork(services, id);
  publishRegistration(id, { userId: authUser.userId });
}

/** The brand of a submission: one of the same legal entity that is registered already takes the place of the draft. */
async function submitBrand(campaign: CampaignRow, brand: BrandRow, due: readonly SmsLane[]): Promise<BrandRow> {
  if (!brand.is_draft || !due.includes('local')) return brand;
  const there = (await listRegisteredBrands([brand])).get(brand.id);
  if (!there) return brand;
  await currentTransaction()
    .updateTable('sms_campaigns')
    .set({ brand_id: there.id })
    .where('company_id', '=', companyId())
    .where('id', '=', campaign.id)
    .execute();
  await sql`select remove_superfluous_brand(${brand.id}::bigint)`.execute(currentTransaction());
  return there;
}

async function registerBrandRound(brand: BrandRow, due: readonly SmsLane[]): Promise<void> {
  if (!due.includes('local') || brand.company_id !== companyId() || (!brand.is_draft && brand.status !== 'rejected')) return;
  await currentTransaction()
    .updateTable('sms_brands')
    .set({ is_draft: false, status: 'submitted', reason: null, code: null, tax_digits: toTaxDigits(brand), round: brand.round + 1, updated_at: new Date() })
    .where('company_id', '=', companyId())
    .where('id', '=', brand.id)
    .execute()
    .catch((error: unknown) => {
      if (error instanceof Error && /sms_brands_entity/.test(error.message))
        throw new AppError('conflict', { message: 'This EIN was just registered. Submit again to use that brand.' });
      throw error;
    });
}

async function submitLane(campaignId: number, lane: SmsLane): Promise<void> {
  await currentTransaction()
    .updateTable('sms_lanes')
    .set({ status: 'submitted', reason: null, code: null })
    .where('company_id', '=', companyId())
    .where('campaign_id', '=', campaignId)
    .where('lane', '=', lane)
    .execute();
  await currentTransaction()
    .updateTable('sms_campaign_numbers')
    .set((eb) => ({ round: eb('round', '+', 1), status: 'submitted' }))
    .where('company_id', '=', companyId())
    .where('campaign_id', '=', campaignId)
    .where('lane', '=', lane)
    .where((eb) => eb.or([eb('status', 'is', null), eb('status', '=', 'rejected')]))
    .execute();
  // A new submission tries numbers again that could not be taken.
  await currentTransaction()
    .updateTable('sms_campaign_numbers')
    .set({ state: 'adding', reason: null })
    .where('company_id', '=', companyId())
    .where('campaign_id', '=', campaignId)
    .where('lane', '=', lane)
    .where('state', '=', 'failed')
    .execute();
  await restartWaiting(campaignId, lane);
}

/** Written once for each submission: billed with the next invoice (AMB-115). */
async function recordFees(campaign: CampaignRow, round: number, fees: readonly Fee[]): Promise<void> {
  if (fees.length === 0) return;
  await currentTransaction()
    .insertInto('sms_fees')
    .values(
      fees.map(({ kind, cents }) => ({
        company_id: companyId(),
        campaign_id: campaign.id,
        campaign_key: campaign.key,
        round,
        kind,
        cents,
        as_of: feeSchedule.asOf,
      })),
    )
    .onConflict((conflict) => conflict.columns(['campaign_key', 'round', 'kind']).doNothing())
    .execute();
}
