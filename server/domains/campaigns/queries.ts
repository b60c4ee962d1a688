/** Reading campaigns: by page and one, and their recipients. */
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Campaign, CampaignEvent } from '#contract/campaigns/entities.ts';
import { type CampaignSort, type DisplayedState, type RecipientState, recipientStates } from '#contract/campaigns/enums.ts';
import { extractDigits, isPhoneLike } from '#contract/text/phone.ts';
import { canAccessNumber } from '../../access/numbers.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { formatFileUrl } from '../../files/links.ts';
import { AppError } from '../../http/errors.ts';
import type { Membership } from '../../http/handlers.ts';
import { createPageMeta } from '../../lists/pageMeta.ts';
import { holdsWord, toLikePattern } from '../../lists/textSearch.ts';
import type { Services } from '../../services.ts';
import { explainEvent } from './reasons.ts';
import type { CampaignsTable } from './tables.ts';

export type CampaignRow = Selectable<CampaignsTable>;

/** Campaigns of the open company that somebody may see: those of numbers they work, and those without one. */
const selectCampaigns = ({ numberIds }: Pick<Membership, 'numberIds'>) =>
  currentTransaction()
    .selectFrom('campaigns')
    .where('campaigns.company_id', '=', companyId())
    .$if(numberIds !== null, (query) =>
      query.where(sql<SqlBool>`(campaigns.number_id is null or campaigns.number_id = any (${[...(numberIds ?? [])]}::bigint[]))`),
    );

/** Reads a campaign. Refuses one that is missing, deleted, another company's, or of a number the person does not work. */
export async function readCampaign(membership: Pick<Membership, 'numberIds'>, id: number, isDeletedToo = false): Promise<CampaignRow> {
  const row = await selectCampaigns(membership)
    .selectAll()
    .where('id', '=', id)
    .$if(!isDeletedToo, (query) => query.where('deleted_at', 'is', null))
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return row;
}

/** The same, held until the transaction ends: no lane claims anybody meanwhile. */
export async function lockCampaign(membership: Pick<Membership, 'numberIds'>, id: number, isDeletedToo = false): Promise<CampaignRow> {
  const row = await currentTransaction()
    .selectFrom('campaigns')
    .selectAll()
    .where('company_id', '=', companyId())
    .where('id', '=', id)
    .$if(!isDeletedToo, (query) => query.where('deleted_at', 'is', null))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row || (row.number_id !== null && !canAccessNumber(membership, row.number_id))) throw new AppError('not_found');
  return row;
}

/** Ids of a campaign's files, in order. */
export async function listMedia(campaignId: number): Promise<number[]> {
  const rows = await currentTransaction().selectFrom('campaign_media').select('file_id').where('campaign_id', '=', campaignId).orderBy('position').execute();
  return rows.map(({ file_id }) => file_id);
}

/** Campaigns as the API shows them, in the order of the rows. */
async function toCampaigns({ sealer }: Pick<Services, 'sealer'>, rows: readonly CampaignRow[], withGroups: boolean): Promise<Campaign[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const trx = currentTransaction();
  const counts = new Map((await trx.selectFrom('campaign_counts').selectAll().where('campaign_id', 'in', ids).execute()).map((row) => [row.campaign_id, row]));
  const groupIds = [...new Set(rows.flatMap(({ group_id }) => group_id ?? []))];
  const groups =
    groupIds.length === 0 ? [] : await trx.selectFrom('contact_groups').select(['id', 'name', 'contact_count']).where('id', 'in', groupIds).execute();
  const groupOf = new Map(groups.map((group) => [group.id, group]));
  const media = await trx
    .selectFrom('campaign_media')
    .innerJoin('files', 'files.id', 'campaign_media.file_id')
    .select(['campaign_id', 'files.id', 'files.name'])
    .where('campaign_id', 'in', ids)
    .orderBy('position')
    .execute();
  const { rows: answers } = await sql<{ id: number; responded: number; unsubscribed: number }>`
    select campaign_id as id, count(replied_at)::int as responded, count(unsubscribed_at)::int as unsubscribed
    from campaign_answers where campaign_id = any (${ids}::bigint[]) group by 1`.execute(trx);
  const answersOf = new Map(answers.map((row) => [Number(row.id), row]));
  return rows.map((row): Campaign => {
    const kept = counts.get(row.id);
    const of = (state: RecipientState) => kept?.[state] ?? 0;
    const total = recipientStates.reduce((sum, state) => sum + of(state), 0);
    const group = row.group_id === null ? undefined : groupOf.get(row.group_id);
    const named = group ? { id: group.id, name: group.name } : null;
    return {
      id: row.id,
      userId: row.user_id,
      companyId: row.company_id,
      type: 'sms',
      title: row.title,
      message: row.message,
      unsubscribeMessage: row.unsubscribe_message,
      sendToGroupId: row.group_id,
      deliverAt: row.deliver_at?.toISOString() ?? null,
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
      deletedAt: row.deleted_at?.toISOString() ?? null,
      status: row.state,
      sent: of('sent') + of('delivered') + of('undelivered'),
      delivered: of('delivered'),
      undelivered: of('undelivered') + of('failed'),
      responded: answersOf.get(row.id)?.responded ?? 0,
      unsubscribed: answersOf.get(row.id)?.unsubscribed ?? 0,
      numberId: row.number_id,
      sendToContactsCount: total > 0 ? total : (group?.contact_count ?? 0),
      creditCost: Number(kept?.cost ?? 0),
      started: row.started_at?.toISOString() ?? null,
      media: media
        .filter(({ campaign_id }) => campaign_id === row.id)
        .map(({ id, name }) => ({ name, previewUrl: formatFileUrl(sealer, { fileId: id, companyId: row.company_id }) })),
      fields: row.fields,
      skipInbox: row.skip_inbox,
      group: named,
      ...(withGroups ? { groups: named === null ? [] : [named] } : {}),
      heldUntil: row.held_until !== null && row.held_until > new Date() ? row.held_until.toISOString() : null,
      firstPercent: row.first_percent,
      pausedReason: row.paused_reason,
      pausedNote: row.paused_note,
      version: row.version,
      counts: {
        total,
        waiting: of('waiting'),
        held: of('held'),
        sending: of('sending'),
        sent: of('sent'),
        delivered: of('delivered'),
        undelivered: of('undelivered'),
        failed: of('failed'),
        skipped: of('skipped'),
        canceled: of('canceled'),
        unknown: of('unknown'),
      },
    };
  });
}

/** A campaign as the API shows it. */
export async function getCampaign(services: Pick<Services, 'sealer'>, id: number, withGroups = false): Promise<Campaign> {
  const row = await currentTransaction().selectFrom('campaigns').selectAll().where('company_id', '=', companyId()).where('id', '=', id).executeTakeFirst();
  const [campaign] = row ? await toCampaigns(services, [row], withGroups) : [];
  if (!campaign) throw new AppError('not_found');
  return campaign;
}

/** Displayed states as the table has them (RULE-114 to RULE-119). */
const shownAs: Readonly<Record<DisplayedState, string>> = {
  draft: `state in ('pending', 'draft')`,
  'in-progress': `(state = 'sending' or (state = 'queued' and coalesce(deliver_at, '-infinity') <= now()))`,
  scheduled: `(state = 'queued' and deliver_at > now())`,
  paused: `state = 'paused'`,
  sent: `state = 'sent'`,
  canceled: `state = 'canceled'`,
  failed: `state = 'failed'`,
};

const sorts: Readonly<Record<CampaignSort, string>> = {
  title: 'lower(title)',
  deliverAt: 'deliver_at',
  createdAt: 'created_at',
  sent: '(select sent + delivered + undelivered from campaign_counts k where k.campaign_id = campaigns.id)',
  delivered: '(select delivered from campaign_counts k where k.campaign_id = campaigns.id)',
  undelivered: '(select undelivered + failed from campaign_counts k where k.campaign_id = campaigns.id)',
  responded: '(select count(replied_at) from campaign_answers w where w.campaign_id = campaigns.id)',
  unsubscribed: '(select count(unsubscribed_at) from campaign_answers w where w.campaign_id = campaigns.id)',
};

interface CampaignPage {
  readonly page: number;
  readonly size: number;
  readonly search?: string | undefined;
  readonly include?: 'groups' | undefined;
  readonly filter?: DisplayedState | undefined;
  readonly sort: CampaignSort;
  readonly dir: 'asc' | 'desc';
}

/** A page of campaigns. */
export async function listCampaigns(services: Services, membership: Membership, { page, size, search = '', include, filter, sort, dir }: CampaignPage) {
  const matching = () =>
    selectCampaigns(membership)
      .where('deleted_at', 'is', null)
      .$if(search.trim() !== '', (query) => query.where(holdsWord(sql`title`, search.trim())))
      .$if(filter !== undefined, (query) => query.where(sql.raw<SqlBool>(shownAs[filter ?? 'draft'])));
  const { total } = await matching()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await matching()
    .selectAll()
    .orderBy(sql.raw(sorts[sort]), (order) => (dir === 'asc' ? order.asc() : order.desc()).nullsLast())
    .orderBy('id', dir)
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { data: await toCampaigns(services, rows, include === 'groups'), meta: createPageMeta(page, size, total) };
}

interface EventPage {
  readonly page: number;
  readonly size: number;
  readonly search?: string | undefined;
  readonly status?: RecipientState | undefined;
}

interface EventRow {
  readonly id: number;
  readonly contact_id: number | null;
  readonly contact_name: string | null;
  readonly e164: string;
  readonly state: RecipientState;
  readonly reason: string | null;
  readonly error_code: string | null;
  readonly attempts: number;
  readonly at: Date;
  readonly due_at: Date;
  readonly replied_at: Date | null;
  readonly unsubscribed_at: Date | null;
  readonly conversation_id: number | null;
}

/** A condition on a name and a number: one of them has what is searched for. */
export function matchesPerson(name: string, number: string, search: string): RawBuilder<SqlBool> {
  const words = search.trim().toLowerCase();
  const digits = isPhoneLike(words) ? extractDigits(words) : '';
  if (words === '') return sql<SqlBool>`true`;
  const inNumber = digits === '' ? sql<SqlBool>`false` : sql<SqlBool>`${sql.ref(number)} like ${toLikePattern(digits)}`;
  return sql<SqlBool>`(${holdsWord(sql.ref(name), words)} or ${inNumber})`;
}

/** A page of a campaign's recipients, in the order they were written down (AMB-113). */
export async function listEvents(campaign: CampaignRow, { page, size, search = '', status }: EventPage) {
  const matching = sql<SqlBool>`r.campaign_id = ${campaign.id} and r.company_id = ${companyId()}
    and (${status ?? null}::text is null or r.state = ${status ?? null})
    and ${matchesPerson('r.name', 'r.e164', search)}`;
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total from campaign_recipients r where ${matching}`.execute(
    currentTransaction(),
  );
  const { rows } = await sql<EventRow>`
    select r.id, c.id as contact_id, coalesce(c.name, '') as contact_name, r.e164, r.state, r.reason, r.error_code, r.attempts, r.at, r.due_at, w.replied_at, w.unsubscribed_at,
      t.id as conversation_id
    from campaign_recipients r
      left join contacts c on c.id = r.contact_id and c.deleted_at is null
      left join campaign_answers w on w.campaign_id = r.campaign_id and w.e164 = r.e164
      left join conversations t on t.company_id = r.company_id and t.number_id = ${campaign.number_id}::bigint and t.recipient = r.e164
    where ${matching} order by r.id limit ${size} offset ${(page - 1) * size}`.execute(currentTransaction());
  const data = rows.map(
    (row): CampaignEvent => ({
      id: Number(row.id),
      contact: row.contact_id === null ? null : { id: Number(row.contact_id), name: row.contact_name ?? '' },
      number: row.e164,
      state: row.state,
      reason: explainEvent(row),
      errorCode: row.error_code,
      attempts: row.attempts,
      at: row.at.toISOString(),
      repliedAt: row.replied_at?.toISOString() ?? null,
      unsubscribedAt: row.unsubscribed_at?.toISOString() ?? null,
      conversationId: row.conversation_id === null ? null : Number(row.conversation_id),
    }),
  );
  return { data, meta: createPageMeta(page, size, counted[0]?.total ?? 0) };
}
