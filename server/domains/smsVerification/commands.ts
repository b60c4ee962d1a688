/** Changing SMS verifications: drafts, numbers, cancel, delete. All in the open transaction of the company. */
import { sql } from 'kysely';
import type { RouteBody } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import type { BrandDetails, CampaignInput } from '#contract/smsVerification/entities.ts';
import type { SmsLane } from '#contract/smsVerification/enums.ts';
import { displayPhone, getAreaCode } from '#contract/text/phone.ts';
import { tollFreeCodes } from '#contract/text/vanity.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { formatRegistrationKey, registrationWork } from './jobs.ts';
import { ensureOptInToken } from './optInPage.ts';
import { getVerification } from './queries.ts';
import { assertNew, assertShown, toBrandDetails } from './readOnlyFields.ts';
import { type BrandRow, type CampaignRow, getBrand, listCampaignNumbers, listLanes, lockCampaign } from './repository.ts';

type Calls = (typeof routes)['smsVerification'];
interface Actor {
  readonly userId: number;
}

/** The lane of a number. */
const toLane = (number: string): SmsLane => (tollFreeCodes.some((code) => code === getAreaCode(number)) ? 'toll_free' : 'local');

/** Publishes a change of a registration. */
export const publishRegistration = (id: number, actor?: Actor): void =>
  recordChange({ kind: 'registration-updated', id, ...(actor ? { actorId: actor.userId } : {}) });

/** Has the worker look at a registration now. */
export const enqueueWork = ({ jobs }: Pick<Services, 'jobs'>, campaignId: number) =>
  jobs.enqueue(registrationWork, { companyId: companyId(), campaignId }, { key: formatRegistrationKey(campaignId) });

const invalid = (field: string, message: string) => new AppError('invalid', { field, message });

/** Numbers that can join a campaign, by their lane. Refuses any that is not the company's, no number for texts, or in another campaign. */
async function checkNumbers(ids: readonly number[], campaignId: number | null): Promise<ReadonlyMap<number, SmsLane>> {
  if (ids.length === 0) return new Map();
  const rows = await currentTransaction()
    .selectFrom('phone_numbers')
    .leftJoin('sms_campaign_numbers', 'sms_campaign_numbers.number_id', 'phone_numbers.id')
    .where('phone_numbers.company_id', '=', companyId())
    .where('phone_numbers.status', '<>', 2)
    .where('phone_numbers.id', 'in', ids)
    .select(['phone_numbers.id', 'phone_numbers.number', 'phone_numbers.status', 'line_type', 'campaign_id'])
    .execute();
  if (rows.length < new Set(ids).size) throw invalid('numbers', 'One of these numbers isn’t a number of this company');
  for (const row of rows) {
    if (row.line_type === 2) throw invalid('numbers', `${displayPhone(row.number)} is a fax number`);
    if (row.status === 1 && row.campaign_id === null) throw invalid('numbers', `${displayPhone(row.number)} is parked. Unpark it first.`);
    if (row.campaign_id !== null && row.campaign_id !== campaignId)
      throw invalid('numbers', `${displayPhone(row.number)} is in another registration. Remove it there first.`);
  }
  return new Map(rows.map(({ id, number }) => [id, toLane(number)]));
}

async function insertNumbers(campaignId: number, lanes: ReadonlyMap<number, SmsLane>): Promise<void> {
  if (lanes.size === 0) return;
  const values = [...lanes].map(([number_id, lane]) => ({ company_id: companyId(), campaign_id: campaignId, number_id, lane }));
  const made = await currentTransaction()
    .insertInto('sms_campaign_numbers')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .columns(['campaign_id', 'number_id'])
        // One that is being removed stays; one that could not be taken is tried again.
        .doUpdateSet({
          state: sql`case when sms_campaign_numbers.state in ('removing', 'failed') then 'adding' else sms_campaign_numbers.state end`,
          waits_since: sql<Date>`case when sms_campaign_numbers.state = 'adding' then sms_campaign_numbers.waits_since else now() end`,
          reason: null,
        }),
    )
    .returning('number_id')
    .execute()
    .catch((error: unknown) => {
      if (error instanceof Error && /sms_campaign_numbers_number/.test(error.message))
        throw invalid('numbers', 'One of these numbers was just added to another registration');
      throw error;
    });
  if (made.length < lanes.size) throw new AppError('conflict');
}

/** Refuses pictures that were not uploaded here. */
async function checkPictures({ optins }: CampaignInput): Promise<void> {
  const ids = [...new Set(optins.flatMap(({ supportingFiles }) => supportingFiles))];
  if (ids.length === 0) return;
  const found = await currentTransaction()
    .selectFrom('sms_pictures')
    .select('file_id')
    .where('company_id', '=', companyId())
    .where('file_id', 'in', ids)
    .execute();
  if (found.length < ids.length) throw invalid('optins', 'One of these pictures isn’t there. Add it again.');
}

const toDetails = ({ numbers: _numbers, isDraft: _isDraft, ...details }: RouteBody<Calls['create']>['campaign']): string => JSON.stringify(details);

async function insertBrand(details: BrandDetails): Promise<number> {
  const company = await currentTransaction().selectFrom('companies').select('organization_id').where('id', '=', companyId()).executeTakeFirstOrThrow();
  const { id } = await currentTransaction()
    .insertInto('sms_brands')
    .values({ company_id: companyId(), organization_id: company.organization_id, details: JSON.stringify(details) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A brand that a new draft may join: one of the company, or one of its organization that is registered. */
async function findJoinable(brandId: number): Promise<number> {
  const brand = await getBrand(brandId);
  if (brand.company_id !== companyId() && brand.is_draft) throw new AppError('not_found');
  return brand.id;
}

/** Creates a draft; the same key again answers the one that is there. */
export async function createDraft(given: RouteBody<Calls['create']>, actor: Actor): Promise<number> {
  const there = await currentTransaction()
    .selectFrom('sms_campaigns')
    .select('id')
    .where('company_id', '=', companyId())
    .where('client_key', '=', given.key)
    .executeTakeFirst();
  if (there) return there.id;
  assertNew(given);
  const lanes = await checkNumbers(given.campaign.numbers, null);
  await checkPictures(given.campaign);
  const brandId = given.brandId === undefined ? await insertBrand(toBrandDetails(given.brand)) : await findJoinable(given.brandId);
  const { id } = await currentTransaction()
    .insertInto('sms_campaigns')
    .values({ company_id: companyId(), brand_id: brandId, client_key: given.key, created_by: actor.userId, details: toDetails(given.campaign) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await currentTransaction()
    .insertInto('sms_lanes')
    .values((['local', 'toll_free'] as const).map((lane) => ({ company_id: companyId(), campaign_id: id, lane })))
    .execute();
  await insertNumbers(id, lanes);
  await ensureOptInToken();
  publishRegistration(id, actor);
  return id;
}

/** A brand that this company may edit now: its own, not yet registered or rejected. */
const isEditable = (brand: BrandRow) => brand.company_id === companyId() && (brand.is_draft || brand.status === 'rejected');

/** Refuses to change what the carrier is looking at or has approved. */
async function checkEditable(campaign: CampaignRow): Promise<void> {
  if (campaign.is_draft) return;
  const lanes = await listLanes([campaign.id]);
  if (!lanes.some(({ status }) => status === 'rejected'))
    throw new AppError('conflict', { message: 'A submitted registration can be changed only after a rejection' });
}

/** Changes a draft or a rejected registration as a whole. Fields of a brand that is registered, or another company's, stay. */
export async function updateDraft(services: Services, id: number, brandId: number, given: RouteBody<Calls['update']>, actor: Actor): Promise<void> {
  const campaign = await lockCampaign(id);
  if (campaign.brand_id !== brandId) throw new AppError('not_found');
  assertShown(given, await getVerification(services, id));
  await checkEditable(campaign);
  const brand = await getBrand(brandId);
  await checkPictures(given.campaign);
  const lanes = await checkNumbers(given.campaign.numbers, id);
  if (isEditable(brand))
    await currentTransaction()
      .updateTable('sms_brands')
      .set({ details: JSON.stringify(toBrandDetails(given.brand)), updated_at: new Date() })
      .where('company_id', '=', companyId())
      .where('id', '=', brandId)
      .execute();
  await currentTransaction()
    .updateTable('sms_campaigns')
    .set({ details: toDetails(given.campaign), updated_at: new Date() })
    .where('company_id', '=', companyId())
    .where('id', '=', id)
    .execute();
  const now = await listCampaignNumbers([id]);
  await takeOut(
    campaign,
    now.filter(({ number_id: number }) => !lanes.has(number)).map(({ number_id: number }) => number),
  );
  const kept = new Set(now.flatMap(({ number_id: number, state }) => (state === 'removing' ? [] : [number])));
  await insertNumbers(id, new Map([...lanes].filter(([number]) => !kept.has(number))));
  publishRegistration(id, actor);
}

/** Takes numbers out: at once from a draft, by the worker from what the carrier has. */
async function takeOut(campaign: CampaignRow, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  if (campaign.is_draft)
    await currentTransaction()
      .deleteFrom('sms_campaign_numbers')
      .where('company_id', '=', companyId())
      .where('campaign_id', '=', campaign.id)
      .where('number_id', 'in', ids)
      .execute();
  else
    await currentTransaction()
      .updateTable('sms_campaign_numbers')
      .set({ state: 'removing' })
      .where('company_id', '=', companyId())
      .where('campaign_id', '=', campaign.id)
      .where('number_id', 'in', ids)
      .execute();
}

/** Adds numbers to a campaign. A lane that begins with them is registered with the rest, or submitted later where it costs something. */
export async function addNumbers(services: Services, id: number, ids: readonly number[], actor: Actor): Promise<void> {
  const campaign = await lockCampaign(id);
  const lanes = await checkNumbers(ids, id);
  const stands = await listLanes([id]);
  for (const lane of new Set(lanes.values())) {
    const status = stands.find((each) => each.lane === lane)?.status ?? 'draft';
    if (status === 'expired' || status === 'suspended')
      throw invalid('numbers', `${lane === 'local' ? 'Local' : 'Toll-free'} numbers can’t be added: that part is ${status}`);
  }
  await insertNumbers(id, lanes);
  await touch(campaign);
  if (!campaign.is_draft) {
    // Toll-free verification is free: numbers that come later need no submission of their own.
    if ([...lanes.values()].includes('toll_free'))
      await currentTransaction()
        .updateTable('sms_lanes')
        .set({ status: 'submitted' })
        .where('company_id', '=', companyId())
        .where('campaign_id', '=', id)
        .where('lane', '=', 'toll_free')
        .where('status', '=', 'draft')
        .execute();
    await enqueueWork(services, id);
  }
  publishRegistration(id, actor);
}

/** Removes numbers from a campaign; ones that are not in it are left alone. */
export async function removeNumbers(services: Services, id: number, ids: readonly number[], actor: Actor): Promise<void> {
  const campaign = await lockCampaign(id);
  await takeOut(campaign, ids);
  await touch(campaign);
  if (!campaign.is_draft) await enqueueWork(services, id);
  publishRegistration(id, actor);
}

const touch = ({ id }: CampaignRow) =>
  currentTransaction().updateTable('sms_campaigns').set({ updated_at: new Date() }).where('company_id', '=', companyId()).where('id', '=', id).execute();

/** Cancels a lane: it is expired at once, and the worker withdraws it from the carrier. Twice is once. */
export async function cancelLane(services: Services, id: number, lane: SmsLane, actor: Actor): Promise<void> {
  const campaign = await lockCampaign(id);
  if (campaign.is_draft) throw new AppError('conflict', { message: 'A draft has nothing to cancel. Delete it.' });
  const [stand] = (await listLanes([id])).filter((each) => each.lane === lane);
  if (!stand || stand.status === 'draft') throw new AppError('conflict', { message: 'This part was never submitted' });
  if (stand.status === 'expired') return;
  await currentTransaction()
    .updateTable('sms_lanes')
    .set({ status: 'expired', reason: null, code: null, canceled_at: new Date() })
    .where('company_id', '=', companyId())
    .where('campaign_id', '=', id)
    .where('lane', '=', lane)
    .execute();
  await touch(campaign);
  await enqueueWork(services, id);
  publishRegistration(id, actor);
}

/** Deletes a draft, or a registration of which the carrier has nothing any more; its brand too where asked and no other campaign has it. */
export async function deleteVerification(id: number, withBrand: boolean, actor: Actor): Promise<void> {
  const campaign = await lockCampaign(id);
  const lanes = await listLanes([id]);
  const isOver = ({ status, canceled_at: canceledAt, withdrawn_at: withdrawnAt }: (typeof lanes)[number]) =>
    status === 'draft' || (status === 'expired' && (canceledAt === null || withdrawnAt !== null));
  if (!campaign.is_draft && !lanes.every(isOver)) throw new AppError('conflict', { message: 'Cancel both parts first. Canceling takes a few minutes.' });
  await currentTransaction().deleteFrom('sms_campaigns').where('company_id', '=', companyId()).where('id', '=', id).execute();
  if (withBrand) await sql`select remove_superfluous_brand(${campaign.brand_id}::bigint)`.execute(currentTransaction());
  publishRegistration(id, actor);
}
