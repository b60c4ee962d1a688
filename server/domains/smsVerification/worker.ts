/**
 * Moving a registration on: what was canceled is withdrawn, what is missing is made, how it stands is asked of the carrier itself (an event only triggers a look).
 * Safe to repeat from the start at any point.
 */
import { sql } from 'kysely';
import { openSmsStatuses, type SmsStatus } from '#contract/smsVerification/enums.ts';
import { smsVerificationLimits } from '#contract/smsVerification/limits.ts';
import { CarrierNotConfiguredError } from '../../carrier/http.ts';
import type { CarrierStanding } from '../../carrier/registration.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { failpoint } from '../../jobs/failpoints.ts';
import type { Services } from '../../services.ts';
import { publishRegistration } from './commands.ts';
import { formatRegistrationKey, registrationWork } from './jobs.ts';
import { toBrandOrder, toCampaignOrder, toTollFreeOrder } from './orders.ts';
import {
  type BrandRow,
  type CampaignRow,
  findCampaign,
  getBrand,
  type LaneRow,
  listCampaignNumbers,
  listLanes,
  type NumberRow,
  restartWaiting,
  updateLane,
} from './repository.ts';
import { StepRejectedError, takeSteps } from './steps.ts';

interface Job {
  readonly companyId: number;
  readonly campaignId: number;
}

type Within = <T>(work: () => Promise<T>) => Promise<T>;

interface Registration {
  readonly campaign: CampaignRow;
  readonly brand: BrandRow;
  readonly lanes: readonly LaneRow[];
  readonly numbers: readonly NumberRow[];
}

interface Run {
  readonly services: Services;
  readonly within: Within;
  readonly registration: Registration;
}

const load = async (id: number): Promise<Registration | null> => {
  const campaign = await findCampaign(id);
  if (!campaign || campaign.is_draft) return null;
  return { campaign, brand: await getBrand(campaign.brand_id), lanes: await listLanes([id]), numbers: await listCampaignNumbers([id]) };
};

/** Works on lanes that the carrier decides on, or may still change. */
const live: readonly SmsStatus[] = [...openSmsStatuses, 'approved', 'suspended'];

/** The worker of `registration.work`. Rejects when the carrier does not answer: the job comes back. */
export async function workOnRegistration(services: Services, { companyId: company, campaignId }: Job): Promise<void> {
  const within: Within = (work) => services.tenancy.company([company], null, work);
  const registration = await within(() => load(campaignId));
  if (!registration) return;
  // If the carrier cannot send events, the poll every ten minutes finds out.
  await services.carrier.registration.subscribe().catch(() => undefined);
  const run: Run = { services, within, registration };
  await withdraw(run);
  failpoint('registration.work: withdrawn');
  if (isLive(registration, 'local')) await moveLocal(run);
  failpoint('registration.work: local moved');
  if (isLive(registration, 'toll_free')) await moveTollFree(run);
  failpoint('registration.work: toll-free moved');
  await within(() => scheduleNext(services, campaignId));
}

const getLane = ({ lanes }: Registration, name: LaneRow['lane']) => lanes.find(({ lane }) => lane === name);
const isLive = (registration: Registration, name: LaneRow['lane']) => {
  const lane = getLane(registration, name);
  return lane !== undefined && lane.canceled_at === null && live.includes(lane.status);
};

/** Says how a lane stands, where that is new. */
async function settle(
  { within, registration: { campaign } }: Run,
  lane: LaneRow['lane'],
  standing: CarrierStanding & { readonly status: SmsStatus },
): Promise<void> {
  const isReasoned = standing.status === 'rejected' || standing.status === 'suspended';
  const change = { status: standing.status, reason: isReasoned ? standing.reason : null, code: isReasoned ? standing.code : null };
  await within(async () => {
    if (await updateLane(campaign.id, lane, change)) publishRegistration(campaign.id);
  });
}

const rejected = ({ code, message }: { readonly code: string; readonly message: string }) => ({ status: 'rejected', code, reason: message }) as const;

/** Turns a refused request into a standing; any other failure comes back later. */
function toRejection(error: unknown) {
  if (error instanceof StepRejectedError) return rejected(error);
  if (error instanceof CarrierNotConfiguredError) return rejected({ code: 'not_configured', message: error.message });
  throw error;
}

/** Brand first, then the campaign, then its numbers. */
async function moveLocal(run: Run): Promise<void> {
  const { registration, within, services } = run;
  const brand = await moveBrand(run);
  if (brand.status === 'suspended' || brand.status === 'expired') await failWaiting(run, brand.status);
  if (brand.status !== 'approved' || brand.sid === null) return settle(run, 'local', { ...brand, status: brand.status });
  const owner = { within, of: { campaignId: registration.campaign.id } };
  const carrier = services.carrier.registration;
  try {
    const sids = await takeSteps(owner, carrier.campaignSteps(toCampaignOrder(registration.campaign, brand.sid)));
    const { service, campaign } = sids;
    if (service === undefined || campaign === undefined) throw new Error('A campaign without its ids');
    await within(() =>
      currentTransaction()
        .updateTable('sms_campaigns')
        .set({ service_sid: service, carrier_sid: campaign })
        .where('company_id', '=', companyId())
        .where('id', '=', registration.campaign.id)
        .execute(),
    );
    const standing = await carrier.campaignStanding(service, campaign);
    if (standing.status === 'approved') {
      const isNew = getLane(registration, 'local')?.status !== 'approved';
      if (isNew) await within(() => restartWaiting(registration.campaign.id, 'local'));
      await attachNumbers(run, service, isNew);
    }
    if (standing.status === 'suspended' || standing.status === 'expired') await failWaiting(run, standing.status);
    await settle(run, 'local', { ...standing, status: standing.status ?? 'in_review' });
  } catch (error) {
    await settle(run, 'local', toRejection(error));
  }
}

interface BrandStanding extends CarrierStanding {
  readonly status: SmsStatus;
  readonly sid: string | null;
}

/** Registers the brand where it is not, and asks how it stands. A brand of another company of the organization is worked on in that company's name. */
async function moveBrand({ services, registration: { brand, campaign } }: Run): Promise<BrandStanding> {
  const within: Within = (work) => services.tenancy.company([brand.company_id], null, work);
  const carrier = services.carrier.registration;
  if (brand.status === 'rejected') return { sid: brand.carrier_sid, status: 'rejected', code: brand.code, reason: brand.reason };
  let next: BrandStanding;
  try {
    const sids = await takeSteps({ within, of: { brandId: brand.id } }, carrier.brandSteps(toBrandOrder(brand, campaign)));
    const { brand: sid } = sids;
    if (sid === undefined) throw new Error('A brand without its id');
    await within(() => saveBrandSid(brand.id, sid));
    const standing = await carrier.brandStanding(sid);
    next = { ...standing, sid, status: standing.status ?? 'pending' };
  } catch (error) {
    next = { ...toRejection(error), sid: brand.carrier_sid };
  }
  await saveBrand(services, within, brand, next);
  return next;
}

const saveBrandSid = (id: number, carrier_sid: string) =>
  currentTransaction().updateTable('sms_brands').set({ carrier_sid }).where('company_id', '=', companyId()).where('id', '=', id).execute();

/** Writes down how the brand stands; where that is new, all campaigns that have it are looked at. */
async function saveBrand(services: Services, within: Within, brand: BrandRow, { status, code, reason }: BrandStanding): Promise<void> {
  const isNew = await within(async () => {
    const changed = await currentTransaction()
      .updateTable('sms_brands')
      .set({ status, code, reason, updated_at: new Date() })
      .where('company_id', '=', companyId())
      .where('id', '=', brand.id)
      .where('round', '=', brand.round)
      .where('status', '<>', status)
      .returning('id')
      .executeTakeFirst();
    return changed !== undefined;
  });
  if (!isNew) return;
  const others = await services.tenancy.identity(async () => {
    const { rows } = await sql<{ company_id: number; campaign_id: number }>`select * from campaigns_of_brand(${brand.id}::bigint)`.execute(
      currentTransaction(),
    );
    return rows.map(({ company_id: company, campaign_id: campaign }) => ({ companyId: Number(company), campaignId: Number(campaign) }));
  });
  for (const other of others)
    await services.tenancy.company([other.companyId], null, async () => {
      recordChange({ kind: 'registration-updated', id: other.campaignId });
      await services.jobs.enqueue(registrationWork, other, { key: `${formatRegistrationKey(other.campaignId)}-brand` });
    });
}

const activateNumber = (campaignId: number, numberId: number) =>
  currentTransaction()
    .updateTable('sms_campaign_numbers')
    .set({ state: 'active' })
    .where('company_id', '=', companyId())
    .where('campaign_id', '=', campaignId)
    .where('number_id', '=', numberId)
    .where('state', '=', 'adding')
    .execute();

const dropNumber = (campaignId: number, numberId: number) =>
  currentTransaction()
    .deleteFrom('sms_campaign_numbers')
    .where('company_id', '=', companyId())
    .where('campaign_id', '=', campaignId)
    .where('number_id', '=', numberId)
    .where('state', '=', 'removing')
    .execute();

/** The carrier's id of a number: ours, or what its list says; null for one it does not have. */
async function findNumberSid({ services }: Run, { number, number_sid: known }: NumberRow): Promise<string | null> {
  return known ?? (await services.carrier.numbers.owned(number))?.carrierSid ?? null;
}

/** Hours a number may wait until the carrier has it: after that it has no place in the registration. */
const patienceHours = 24;

/** Finds the carrier's id of a number, or why the number can't be in a registration; neither while it waits for the carrier. */
async function findSidOrFault(
  run: Run,
  number: NumberRow,
  since = number.waits_since,
): Promise<{ readonly sid: string | null; readonly fault: string | null }> {
  const { number_status: status, state } = number;
  const isWaiting = state === 'adding';
  if (isWaiting && status === 2) return { sid: null, fault: 'This number was removed' };
  if (isWaiting && status === 1) return { sid: null, fault: 'Parked numbers can’t send texts. Unpark the number, then add it again.' };
  const sid = await findNumberSid(run, number);
  if (sid !== null || !isWaiting) return { sid, fault: null };
  const isOver = Date.now() - since.getTime() > patienceHours * 3_600_000;
  return { sid, fault: isOver ? 'The carrier doesn’t have this number. Add it again once it’s active.' : null };
}

/** Ends the waiting of a number that its registration can't take. */
async function failNumber({ within, registration: { campaign } }: Run, { number_id: numberId }: NumberRow, reason: string): Promise<void> {
  await within(async () => {
    const changed = await currentTransaction()
      .updateTable('sms_campaign_numbers')
      .set({ state: 'failed', reason })
      .where('company_id', '=', companyId())
      .where('campaign_id', '=', campaign.id)
      .where('number_id', '=', numberId)
      .where('state', '=', 'adding')
      .returning('number_id')
      .executeTakeFirst();
    if (changed) publishRegistration(campaign.id);
  });
}

/** Ends the waiting of the local numbers of a registration that takes none any more. */
async function failWaiting(run: Run, status: 'suspended' | 'expired'): Promise<void> {
  for (const number of run.registration.numbers)
    if (number.lane === 'local' && number.state === 'adding') await failNumber(run, number, `The registration is ${status} and takes no numbers`);
}

/** Puts numbers into the approved campaign. One the carrier does not have yet waits for the next look; one it refuses for good has failed, and the others go on. */
async function attachNumbers(run: Run, service: string, isNew: boolean): Promise<void> {
  const { within, registration, services } = run;
  for (const number of registration.numbers) {
    if (number.lane !== 'local' || number.state !== 'adding') continue;
    // Until the campaign was approved, nothing was asked of them.
    const { sid, fault } = await findSidOrFault(run, number, isNew ? new Date() : number.waits_since);
    if (fault !== null) await failNumber(run, number, fault);
    if (sid === null) continue;
    const refusal = await services.carrier.registration.attachNumber(service, sid);
    if (refusal !== null) {
      await failNumber(run, number, refusal);
      continue;
    }
    await within(async () => {
      await activateNumber(registration.campaign.id, number.number_id);
      publishRegistration(registration.campaign.id);
    });
  }
}

/** Each toll-free number is verified by itself; the lane stands as the worst of them. */
async function moveTollFree(run: Run): Promise<void> {
  const { within, registration, services } = run;
  const carrier = services.carrier.registration;
  const standings: (CarrierStanding & { readonly status: SmsStatus })[] = [];
  const failures: string[] = [];
  for (const number of registration.numbers) {
    if (number.lane !== 'toll_free' || number.state === 'removing') continue;
    if (number.state === 'failed') {
      failures.push(number.reason ?? '');
      continue;
    }
    const { sid, fault } = await findSidOrFault(run, number);
    if (fault !== null) {
      await failNumber(run, number, fault);
      failures.push(fault);
      continue;
    }
    if (sid === null) {
      standings.push({ status: 'submitted', code: null, reason: null });
      continue;
    }
    let standing: CarrierStanding & { readonly status: SmsStatus };
    try {
      const round = Math.max(1, number.round);
      const kind = `tollFree:${number.number_id}:${round}`;
      const earlier = round > 1 ? number.carrier_sid : null;
      const sids = await takeSteps({ within, of: { campaignId: registration.campaign.id } }, [
        carrier.tollFreeStep(kind, toTollFreeOrder(services, registration, sid), earlier),
      ]);
      const { [kind]: made } = sids;
      if (made === undefined) throw new Error('A verification without its id');
      const answer = await carrier.tollFreeStanding(made);
      standing = { ...answer, status: answer.status ?? 'in_review' };
      await within(() => saveTollFree(registration.campaign.id, number.number_id, { carrier_sid: made, status: standing.status }));
    } catch (error) {
      standing = toRejection(error);
      const { status } = standing;
      await within(() => saveTollFree(registration.campaign.id, number.number_id, { status }));
    }
    standings.push(standing);
  }
  const ofLane = registration.numbers.filter(({ lane, state }) => lane === 'toll_free' && state !== 'removing');
  if (standings.length === 0 && ofLane.length > 0)
    standings.push(rejected({ code: 'no_number', message: failures[0] ?? 'None of these numbers can be verified' }));
  const worst = order.map((status) => standings.find((each) => each.status === status)).find((each) => each !== undefined);
  if (worst) await settle(run, 'toll_free', worst);
}

/** Name of a lane of several numbers: the first of these that one of them has. */
const order: readonly SmsStatus[] = ['rejected', 'suspended', 'expired', 'submitted', 'pending', 'in_review', 'approved'];

const saveTollFree = (campaignId: number, numberId: number, change: { readonly carrier_sid?: string; readonly status: SmsStatus }) =>
  currentTransaction()
    .updateTable('sms_campaign_numbers')
    .set({ ...change, ...(change.status === 'approved' ? { state: 'active' as const } : {}) })
    .where('company_id', '=', companyId())
    .where('campaign_id', '=', campaignId)
    .where('number_id', '=', numberId)
    .where('state', '<>', 'removing')
    .execute();

/** Takes out of the carrier's hands what was canceled or removed. */
async function withdraw(run: Run): Promise<void> {
  const { within, registration, services } = run;
  const carrier = services.carrier.registration;
  const { campaign, numbers, lanes } = registration;
  for (const number of numbers.filter(({ state }) => state === 'removing')) {
    if (number.lane === 'toll_free' && number.carrier_sid !== null) await carrier.removeTollFree(number.carrier_sid);
    const sid = number.lane === 'local' && campaign.service_sid !== null ? await findNumberSid(run, number) : null;
    if (sid !== null && campaign.service_sid !== null) await carrier.detachNumber(campaign.service_sid, sid);
    await within(async () => {
      await dropNumber(campaign.id, number.number_id);
      publishRegistration(campaign.id);
    });
  }
  for (const { lane, canceled_at: canceledAt, withdrawn_at: withdrawnAt } of lanes) {
    if (canceledAt === null || withdrawnAt !== null) continue;
    if (lane === 'local') await withdrawLocal(run);
    else for (const number of numbers) if (number.lane === 'toll_free' && number.carrier_sid !== null) await carrier.removeTollFree(number.carrier_sid);
    failpoint(`registration.work: ${lane} canceled`);
    await within(() => endLane(campaign.id, lane));
  }
}

/** The campaign goes; its brand stays, since other campaigns may have it. A campaign whose making is in doubt is looked for first. */
async function withdrawLocal({ services, within, registration: { campaign, brand } }: Run): Promise<void> {
  const carrier = services.carrier.registration;
  const made = await within(() =>
    currentTransaction()
      .selectFrom('sms_steps')
      .select(['kind', 'carrier_sid', 'intent_at'])
      .where('company_id', '=', companyId())
      .where('campaign_id', '=', campaign.id)
      .execute(),
  );
  const sids = Object.fromEntries(made.flatMap(({ kind, carrier_sid: sid }) => (sid === null ? [] : [[kind, sid]])));
  const steps = carrier.campaignSteps(toCampaignOrder(campaign, brand.carrier_sid ?? ''));
  for (const { kind, intent_at: intentAt } of made) {
    const found = intentAt === null ? null : ((await steps.find((step) => step.kind === kind)?.find(sids)) ?? null);
    if (found !== null) sids[kind] = found;
  }
  if (sids.service !== undefined && sids.campaign !== undefined) await carrier.removeCampaign(sids.service, sids.campaign);
}

async function endLane(campaignId: number, lane: LaneRow['lane']): Promise<void> {
  await currentTransaction()
    .updateTable('sms_lanes')
    .set({ withdrawn_at: new Date() })
    .where('company_id', '=', companyId())
    .where('campaign_id', '=', campaignId)
    .where('lane', '=', lane)
    .execute();
  // Numbers of a lane that is over are free for another registration.
  await currentTransaction()
    .deleteFrom('sms_campaign_numbers')
    .where('company_id', '=', companyId())
    .where('campaign_id', '=', campaignId)
    .where('lane', '=', lane)
    .execute();
  publishRegistration(campaignId);
}

/** The next look: in ten minutes while something is open, since an event may never come; an approved one may be suspended, and is looked at, too. */
async function scheduleNext({ jobs }: Pick<Services, 'jobs'>, campaignId: number): Promise<void> {
  const lanes = await listLanes([campaignId]);
  if (!lanes.some(({ status, canceled_at: canceledAt }) => canceledAt === null && live.includes(status))) return;
  await jobs.enqueue(
    registrationWork,
    { companyId: companyId(), campaignId },
    { key: `${formatRegistrationKey(campaignId)}-poll`, startAt: new Date(Date.now() + smsVerificationLimits.pollMs) },
  );
}
