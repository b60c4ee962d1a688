/** Saving campaigns, sending them, pausing, going on, taking back: what a person does. All of it under the campaign's lock, so that no lane is in between. */
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Campaign } from '#contract/campaigns/entities.ts';
import { defaultMergeFields, findLengthError, findUnknownTokens, joinCampaignText, type MergeField } from '#contract/campaigns/message.ts';
import { campaignTexts } from '#contract/campaigns/texts.ts';
import { limits } from '#contract/core/limits.ts';
import { linksOff } from '#contract/messaging/texts.ts';
import { type ActingUser, withCompanyTransaction } from '../../access/companyTransaction.ts';
import { canAccessNumber } from '../../access/numbers.ts';
import { assertCanSend } from '../../compliance/senders.ts';
import { companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { readFileToken } from '../../files/links.ts';
import { recordFile, type StoredFile, storeFile, withStoredFiles } from '../../files/storedFiles.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser, Membership, UploadedFile } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';
import { isGroupThere } from '../contacts/queries.ts';
import { canFetchFile } from '../system/fileAccess.ts';
import { chunkRows, countAudience, countReached, createDigest, findDifference, selectAudience, writeRecipients } from './audience.ts';
import { campaignLane } from './jobs.ts';
import { startOf } from './lane.ts';
import { type CampaignRow, getCampaign, listMedia, lockCampaign } from './queries.ts';
import { findForbiddenLink } from './review.ts';

const yearMs = 366 * 86_400_000;

/** A campaign as a form has it; what is left out is empty. */
interface Given {
  readonly title: string;
  readonly text?: string | undefined;
  readonly unsubscribeText?: string | undefined;
  readonly skipInbox?: boolean | undefined;
  readonly groups?: readonly number[] | undefined;
  readonly shouldBeSentAt?: string | undefined;
  readonly state: 'draft' | 'queued';
  readonly numberId?: number | undefined;
  readonly include?: 'groups' | undefined;
  readonly dynamicFields?: readonly (Omit<MergeField, 'length' | 'fallback'> & { readonly fallback?: string | undefined })[] | undefined;
  readonly media?: readonly string[] | undefined;
  readonly digest?: string | undefined;
  readonly holdSeconds?: number | undefined;
  readonly firstPercent?: number | undefined;
}

interface Actor extends ActingUser {
  readonly membership: Membership;
  readonly authUser: AuthUser;
}

/** Columns a person writes. */
type Written = Pick<CampaignRow, 'title' | 'message' | 'unsubscribe_message' | 'group_id' | 'number_id' | 'deliver_at' | 'skip_inbox' | 'fields'>;

/** Merge fields as they are kept: those we know, each with the label of the specification. */
const toFields = (given: Given['dynamicFields']): MergeField[] =>
  defaultMergeFields.map((known) => {
    const asked = given?.find(({ token }) => token.toLowerCase() === known.token);
    return { ...known, enabled: asked?.enabled ?? given === undefined, fallback: asked?.fallback?.trim() ?? '' };
  });

const refuse = (field: string, message: string) => new AppError('invalid', { field, message });

/** Reads what a form says. Refuses merge fields, groups, numbers and files that are none of the company's. */
async function readGiven({ membership }: Actor, given: Given): Promise<Written> {
  const unknown = given.dynamicFields?.find(({ token }) => !defaultMergeFields.some((known) => known.token === token.toLowerCase()));
  if (unknown) throw refuse('dynamic_fields', campaignTexts.unknownField(unknown.token));
  const [group = null] = given.groups ?? [];
  if (group !== null && !(await isGroupThere(group))) throw refuse('groups', 'Group not found, or you don’t have access');
  const number = given.numberId ?? null;
  if (number !== null) {
    const found = await currentTransaction()
      .selectFrom('phone_numbers')
      .select('id')
      .where('company_id', '=', companyId())
      .where('id', '=', number)
      .executeTakeFirst();
    if (!found || !canAccessNumber(membership, number)) throw refuse('number_id', 'Number not found, or you don’t have access');
  }
  return {
    title: given.title,
    message: given.text ?? '',
    unsubscribe_message: given.unsubscribeText ?? '',
    group_id: group,
    number_id: number,
    deliver_at: given.shouldBeSentAt === undefined ? null : new Date(given.shouldBeSentAt),
    skip_inbox: given.skipInbox ?? false,
    fields: toFields(given.dynamicFields),
  };
}

/** The files of addresses we gave. Refuses any other address: nothing is fetched for a campaign (AMB-36). */
async function readMedia({ sealer, config }: Services, { membership, authUser }: Actor, urls: readonly string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const url of urls) {
    const path = url.startsWith(config.publicUrl) ? url.slice(config.publicUrl.length) : url;
    const token = /^\/api\/files\/([\w.-]+)$/.exec(path)?.[1];
    const file = token === undefined ? null : readFileToken(sealer, token);
    if (file?.reach !== 'person' || file.companyId !== companyId() || !(await canFetchFile(membership, authUser, file.fileId)))
      throw refuse('media', campaignTexts.foreignFile);
    ids.push(file.fileId);
  }
  return ids;
}

/** Writes down the files of a campaign, the kept ones and the new ones. Refuses more than the carrier takes. */
async function setMedia(campaignId: number, kept: readonly number[], stored: readonly StoredFile[]): Promise<number[]> {
  const files = [...kept];
  for (const file of stored) files.push(await recordFile(file));
  if (files.length > limits.mediaFiles) throw refuse('media', `Up to ${limits.mediaFiles} files`);
  const sizes = files.length === 0 ? [] : await currentTransaction().selectFrom('files').select('bytes').where('id', 'in', files).execute();
  if (sizes.reduce((sum, { bytes }) => sum + Number(bytes), 0) > limits.mediaBytes) throw new AppError('too_large', { field: 'media' });
  await currentTransaction().deleteFrom('campaign_media').where('company_id', '=', companyId()).where('campaign_id', '=', campaignId).execute();
  if (files.length > 0) {
    await currentTransaction()
      .insertInto('campaign_media')
      .values(files.map((file_id, position) => ({ company_id: companyId(), campaign_id: campaignId, file_id, position })))
      .execute();
  }
  return files;
}

/** Refuses a campaign that can't be sent, in the words of the condition it misses (RULE-091 to RULE-098). `now` is the server's clock. */
async function checkSendable({ config }: Services, campaign: Written, hasMedia: boolean): Promise<void> {
  const { message, unsubscribe_message: unsubscribe, deliver_at: at } = campaign;
  if (message.trim() === '') throw refuse('text', campaignTexts.noMessage);
  if (unsubscribe.trim() === '') throw refuse('unsubscribe_text', campaignTexts.noUnsubscribe);
  if (campaign.group_id === null) throw refuse('groups', campaignTexts.noGroup);
  if (campaign.number_id === null) throw refuse('number_id', campaignTexts.noNumber);
  if (at !== null && at.getTime() <= Date.now()) throw refuse('should_be_sent_at', campaignTexts.past);
  if (at !== null && at.getTime() > Date.now() + yearMs) throw refuse('should_be_sent_at', campaignTexts.far);
  const tooLong = findLengthError(message, unsubscribe, hasMedia);
  if (tooLong !== null) throw refuse('text', tooLong);
  const [unknown] = findUnknownTokens(joinCampaignText(message, unsubscribe), campaign.fields);
  if (unknown !== undefined) throw refuse('text', campaignTexts.unknownField(unknown));
  if ((await findForbiddenLink(campaign)) !== null) throw refuse('text', linksOff);
  const fault = await assertCanSend(campaign.number_id);
  if (fault !== null) throw refuse('number_id', fault);
  if (config.carrier.accountSid === '') throw new AppError('not_configured');
}

/** Content that is sent, apart from its time and title. */
const contentOf = ({ message, unsubscribe_message, group_id, number_id, skip_inbox, fields }: Written) => ({
  message,
  unsubscribe_message,
  group_id,
  number_id,
  skip_inbox,
  fields,
});

type Patch = Partial<Omit<CampaignRow, 'id' | 'company_id' | 'fields' | 'version'>> & { readonly fields?: readonly MergeField[] };

async function write(id: number, { fields, ...patch }: Patch): Promise<void> {
  await currentTransaction()
    .updateTable('campaigns')
    .set({ ...patch, ...(fields === undefined ? {} : { fields: JSON.stringify(fields) }), version: sql<number>`version + 1`, updated_at: new Date() })
    .where('company_id', '=', companyId())
    .where('id', '=', id)
    .execute();
  recordChange({ kind: 'campaign-updated', id });
}

/** Recipients somebody was asked for at the carrier, whatever came of it. */
async function countTried(id: number): Promise<number> {
  const counts = await currentTransaction().selectFrom('campaign_counts').selectAll().where('campaign_id', '=', id).executeTakeFirstOrThrow();
  const { rows } = await sql<{
    tried: number;
  }>`select count(*)::int as tried from campaign_recipients where campaign_id = ${id} and attempts > 0 and state in ('waiting', 'held')`.execute(
    currentTransaction(),
  );
  return counts.sending + counts.sent + counts.delivered + counts.undelivered + counts.failed + counts.canceled + counts.unknown + (rows[0]?.tried ?? 0);
}

const dropRecipients = (id: number) =>
  currentTransaction().deleteFrom('campaign_recipients').where('company_id', '=', companyId()).where('campaign_id', '=', id).execute();

/** Arms a campaign: its recipients are written down, and a lane has its time. Refuses where something changed since it was reviewed, with what. */
async function arm(services: Services, row: CampaignRow, given: Given): Promise<void> {
  if (row.group_id === null) throw refuse('groups', campaignTexts.noGroup);
  const media = await listMedia(row.id);
  await checkSendable(services, row, media.length > 0);
  const audience = await selectAudience(row.group_id);
  const counts = await countAudience(audience);
  if (given.digest !== undefined) {
    const difference = findDifference(given.digest, createDigest({ ...row, media }, counts));
    if (difference !== null) throw new AppError('conflict', { field: 'digest', message: difference });
  }
  if (countReached(counts) === 0) throw refuse('groups', campaignTexts.nobody);
  await dropRecipients(row.id);
  const held_until = (given.holdSeconds ?? 0) > 0 ? new Date(Date.now() + (given.holdSeconds ?? 0) * 1_000) : null;
  const isLarge = counts.total > chunkRows;
  const start = startOf({ held_until, deliver_at: row.deliver_at });
  if (!isLarge) await writeRecipients(row.id, audience, 0, start, services.config.textingHours);
  // A large group is written down by the lane, at once: nothing goes out before all are there, nor before the time.
  const wake = isLarge ? new Date() : start;
  await write(row.id, {
    state: isLarge ? 'pending' : 'queued',
    held_until,
    first_percent: given.firstPercent ?? null,
    paused_reason: null,
    paused_note: null,
    wake_at: wake,
  });
  await wakeLane(services, row.id, wake);
}

const wakeLane = ({ jobs }: Services, campaignId: number, at: Date) =>
  jobs.enqueue(campaignLane, { companyId: companyId(), campaignId }, { startAt: at, key: `lane-${campaignId}-${at.getTime()}` });

/** Lets a paused campaign go on whose texts are partly out: to those who have nothing yet. */
async function goOn(services: Services, row: CampaignRow, given: Given): Promise<void> {
  const fault = row.number_id === null ? campaignTexts.noNumber : await assertCanSend(row.number_id);
  if (fault !== null) throw refuse('number_id', fault);
  const isSampleOver = row.paused_reason === 'trickle';
  await write(row.id, {
    state: 'sending',
    paused_reason: null,
    paused_note: null,
    first_percent: isSampleOver ? null : (given.firstPercent ?? null),
    held_until: null,
    wake_at: new Date(),
  });
  await wakeLane(services, row.id, new Date());
}

function checkMaySend({ membership }: Actor, state: Given['state']): void {
  if (state === 'queued' && !membership.may('campaigns.send')) throw new AppError('forbidden');
}

/** Keeps files in the store while the work that records them is done in a transaction of the company. */
async function withFiles(
  services: Services,
  actor: Actor,
  files: readonly UploadedFile[],
  work: (stored: readonly StoredFile[]) => Promise<{ readonly id: number; readonly isRecorded: boolean }>,
) {
  const stored: StoredFile[] = [];
  for (const file of files) stored.push(await storeFile(services.files, `${actor.membership.companyId}/campaigns/${crypto.randomUUID()}`, file));
  const within = withCompanyTransaction(services, actor);
  return withStoredFiles(services.files, stored, () => within(() => work(stored)));
}

/** Creates a campaign, once by its key. */
export async function createCampaign(
  services: Services,
  actor: Actor,
  given: Given & { readonly key: string },
  files: readonly UploadedFile[],
): Promise<Campaign> {
  checkMaySend(actor, given.state);
  const { id } = await withFiles(services, actor, files, async (stored) => {
    const written = await readGiven(actor, given);
    const kept = await readMedia(services, actor, given.media ?? []);
    const made = await currentTransaction()
      .insertInto('campaigns')
      .values({ ...written, fields: JSON.stringify(written.fields), company_id: companyId(), user_id: actor.authUser.userId, key: given.key })
      .onConflict((conflict) => conflict.columns(['company_id', 'key']).doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!made) return { id: await findSame(given.key, actor, written), isRecorded: false };
    await setMedia(made.id, kept, stored);
    recordChange({ kind: 'campaign-updated', id: made.id });
    if (given.state === 'queued') await arm(services, made, given);
    return { id: made.id, isRecorded: true };
  });
  return withCompanyTransaction(services, actor)(() => getCampaign(services, id, given.include === 'groups'));
}

/** The campaign that was made under a key. Refuses one that is somebody else's, or says something else. */
async function findSame(key: string, { authUser }: Actor, written: Written): Promise<number> {
  const same = await currentTransaction()
    .selectFrom('campaigns')
    .selectAll()
    .where('company_id', '=', companyId())
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  const isSame = same.user_id === authUser.userId && same.title === written.title && isDeepStrictEqual(contentOf(same), contentOf(written));
  if (!isSame || same.deleted_at !== null) throw new AppError('conflict', { field: 'key', message: 'Idempotency key already used for a different campaign' });
  return same.id;
}

/** Saves a campaign whole, and sends it, lets it go on, or takes it back, by the state that is asked for. */
export async function updateCampaign(
  services: Services,
  actor: Actor,
  id: number,
  given: Given & { readonly version?: number | undefined },
  files: readonly UploadedFile[],
): Promise<Campaign> {
  checkMaySend(actor, given.state);
  await withFiles(services, actor, files, async (stored) => {
    const before = await lockCampaign(actor.membership, id);
    const written = await readGiven(actor, given);
    const kept = await readMedia(services, actor, given.media ?? []);
    const isSame = isDeepStrictEqual(contentOf(before), contentOf(written)) && stored.length === 0 && isDeepStrictEqual(kept, await listMedia(id));
    const isSameTime = before.deliver_at?.getTime() === written.deliver_at?.getTime();
    if (given.state === 'queued' && isSame && isSameTime && (before.state === 'sending' || before.state === 'queued' || before.state === 'pending'))
      return { id, isRecorded: false };
    if (given.version !== undefined && given.version !== before.version) throw new AppError('conflict', { field: 'version' });
    if (before.state === 'sending') throw new AppError('conflict', { message: campaignTexts.underWay });
    if (before.state === 'sent' || before.state === 'failed' || before.state === 'canceled') throw new AppError('conflict', { message: campaignTexts.over });
    if (before.state === 'paused' && (await countTried(id)) > 0) {
      if (given.state === 'draft' || !isSame) throw new AppError('conflict', { message: campaignTexts.partlySent });
      await write(id, { title: written.title });
      await goOn(services, { ...before, title: written.title }, given);
      return { id, isRecorded: false };
    }
    // Changing a scheduled campaign needs the permission to send.
    if (given.state === 'draft' && before.state !== 'draft' && !actor.membership.may('campaigns.send')) throw new AppError('forbidden');
    await setMedia(id, kept, stored);
    await dropRecipients(id);
    await write(id, { ...written, state: 'draft', held_until: null, first_percent: null, paused_reason: null, paused_note: null, wake_at: null });
    if (given.state === 'queued') await arm(services, { ...before, ...written, state: 'draft', held_until: null }, given);
    return { id, isRecorded: true };
  });
  return withCompanyTransaction(services, actor)(() => getCampaign(services, id, given.include === 'groups'));
}

/** Pauses a campaign: under its lock, so that no intent follows. Paused twice is once. */
export async function pauseCampaign(row: CampaignRow): Promise<void> {
  if (row.state === 'paused') return;
  if (row.state !== 'queued' && row.state !== 'sending' && row.state !== 'pending') throw new AppError('conflict', { message: campaignTexts.notPausable });
  // A large group that is not all written down is written down anew when it goes on.
  if (row.state === 'pending') await dropRecipients(row.id);
  await write(row.id, { state: 'paused', paused_reason: 'person', paused_note: null, held_until: null, wake_at: null });
}

/** Deletes a campaign; one that is at work sends nothing more. */
export async function deleteCampaign(membership: Membership, row: CampaignRow): Promise<void> {
  const isAtWork = row.state === 'queued' || row.state === 'sending' || row.state === 'pending';
  if (isAtWork && !membership.may('campaigns.send')) throw new AppError('forbidden');
  if (isAtWork) await pauseCampaign(row);
  await write(row.id, { deleted_at: new Date() });
}

/** Sends the texts again that are not confirmed, as new attempts. Refuses another count than the one that was shown. */
export async function resendUnknown(services: Services, row: CampaignRow, count: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update campaign_recipients set state = 'waiting', due_at = now(), at = now(), error_code = null, reason = null
    where id in (select id from campaign_recipients where campaign_id = ${row.id} and company_id = ${companyId()} and state = 'unknown' order by id for no key update)
    returning id`.execute(currentTransaction());
  if (rows.length !== count)
    throw new AppError('count_changed', {
      message: `${rows.length === 1 ? '1 text is' : `${rows.length} texts are`} unconfirmed now. Review before you resend.`,
    });
  if (count === 0) return;
  await write(row.id, { state: row.state === 'paused' ? 'paused' : 'sending', wake_at: row.state === 'paused' ? null : new Date() });
  if (row.state !== 'paused') await wakeLane(services, row.id, new Date());
}

/** Brings a deleted campaign back. */
export async function restoreCampaign(row: CampaignRow): Promise<void> {
  if (row.deleted_at !== null) await write(row.id, { deleted_at: null });
}
