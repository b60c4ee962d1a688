/**
 * Shows a campaign's texts in the inbox, many at a time: after the carrier took them, or, where the campaign skips the inbox, once somebody answers. Items follow
 * what becomes of the texts. No change is told for each: the campaign's own says that it moved.
 */
import { type Selectable, sql } from 'kysely';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { failpoint } from '../../jobs/failpoints.ts';
import type { Services } from '../../services.ts';
import { toLatest } from '../conversations/latest.ts';
import { formatSearchText, lockConversations, publishConversationChange } from '../conversations/repository.ts';
import type { DeliveryStateName } from '../conversations/tables.ts';
import { measure, renderFor } from './rendering.ts';
import type { CampaignsTable } from './tables.ts';

const chunkRows = 500;
/** So few are told one by one: somebody may look at their conversations. */
const fewRows = 20;

type Campaign = Pick<Selectable<CampaignsTable>, 'id' | 'message' | 'unsubscribe_message' | 'fields' | 'number_id' | 'skip_inbox' | 'user_id'>;

interface Shown {
  readonly id: number;
  readonly e164: string;
  readonly name: string;
  readonly email: string;
  readonly contact_id: number;
  readonly state: DeliveryStateName;
  readonly error_code: string | null;
  readonly item_id: number | null;
  readonly carrier_sid: string | null;
  readonly sent_at: Date;
}

/** The worker of `campaign.items`. Safe to run again from the start, at any point. */
export async function showInInbox(
  services: Services,
  { companyId: company, campaignId }: { readonly companyId: number; readonly campaignId: number },
): Promise<void> {
  const within = <T>(work: () => Promise<T>) => services.tenancy.company([company], null, work);
  for (let shown = chunkRows; shown === chunkRows; ) {
    shown = await within(() => showChunk(campaignId));
    failpoint('campaign.items: after a chunk');
  }
}

/** Shows some recipients' texts as they are now; how many. */
async function showChunk(campaignId: number): Promise<number> {
  const campaign = await currentTransaction()
    .selectFrom('campaigns')
    .innerJoin('phone_numbers', 'phone_numbers.id', 'campaigns.number_id')
    .leftJoin('users', 'users.id', 'campaigns.user_id')
    .select([
      'campaigns.id',
      'message',
      'unsubscribe_message',
      'fields',
      'number_id',
      'skip_inbox',
      'user_id',
      'phone_numbers.number',
      'users.first_name',
      'users.last_name',
    ])
    .where('campaigns.id', '=', campaignId)
    .where('campaigns.company_id', '=', companyId())
    .executeTakeFirst();
  if (!campaign || campaign.number_id === null) return 0;
  const { rows } = await sql<Shown>`
    select r.id, r.e164, r.name, r.email, r.contact_id, r.state, r.error_code, r.item_id, a.carrier_sid, a.created_at as sent_at
    from campaign_recipients r join campaign_attempts a on a.recipient_id = r.id and a.number = r.attempts
    where r.campaign_id = ${campaignId} and r.state in ('sent', 'delivered', 'undelivered', 'failed', 'canceled') and r.item_state is distinct from r.state
      and (r.item_id is not null or (a.carrier_sid is not null and (not ${campaign.skip_inbox}::boolean
        or exists (select from campaign_answers w where w.campaign_id = r.campaign_id and w.e164 = r.e164 and w.replied_at is not null))))
    order by r.e164 limit ${chunkRows} for no key update of r skip locked`.execute(currentTransaction());
  if (rows.length === 0) return 0;
  const threads = await openThreads({ ...campaign, number_id: campaign.number_id }, rows);
  const fresh = rows.filter(({ item_id }) => item_id === null);
  const media = await currentTransaction().selectFrom('campaign_media').select(['file_id', 'position']).where('campaign_id', '=', campaignId).execute();
  const author = campaign.first_name === null ? null : `${campaign.first_name} ${campaign.last_name ?? ''}`.trim();
  const made = fresh.length === 0 ? [] : await addItems({ ...campaign, author }, campaign.number_id, fresh, threads, media);
  const items = new Map([...made, ...rows.flatMap(({ id, item_id }) => (item_id === null ? [] : [[id, item_id] as const]))]);
  const told = JSON.stringify(rows.map(({ id, state, error_code }) => ({ id, item: items.get(id), state: state, shown: state, error: error_code })));
  const input = sql`jsonb_to_recordset(${told}::jsonb) as t (id bigint, item bigint, state text, shown text, error text)`;
  await sql`update items i set delivery_state = t.state, error_code = t.error, updated_at = now() from ${input} where i.id = t.item and i.company_id = ${companyId()}
    and (i.delivery_state, i.error_code) is distinct from (t.state, t.error)`.execute(currentTransaction());
  await sql`update campaign_recipients r set item_id = t.item, item_state = t.shown from ${input} where r.id = t.id`.execute(currentTransaction());
  await showLatest({ ...campaign, author }, rows, items, new Set(made.map(([id]) => id)), threads);
  if (threads.size <= fewRows) for (const id of threads.values()) publishConversationChange(id);
  return rows.length;
}

/** The conversations with recipients, made where there are none, locked in the order of their ids; by number. */
async function openThreads(campaign: Campaign & { readonly number_id: number }, rows: readonly Shown[]): Promise<ReadonlyMap<string, number>> {
  const contacts = await currentTransaction()
    .selectFrom('contacts')
    .select(['id', 'number', 'name', 'company_name'])
    .where('company_id', '=', companyId())
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`number = any (${rows.map(({ e164 }) => e164)}::text[])`)
    .execute();
  const byNumber = new Map(contacts.map((contact) => [contact.number, contact]));
  const wanted = rows.map(({ e164 }) => ({ e164, contact: byNumber.get(e164)?.id ?? null, search: formatSearchText(e164, byNumber.get(e164) ?? null) }));
  await sql`
    insert into conversations (company_id, number_id, recipient, contact_id, last_activity_at, is_blocked, is_archived, search)
    select ${companyId()}, ${campaign.number_id}, t.e164, t.contact, now(), b.is_blocked, b.is_blocked, t.search
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as t (e164 text, contact bigint, search text),
      lateral (select exists (select from blocks where company_id = ${companyId()} and target = t.e164 and (number_id is null or number_id = ${campaign.number_id})) as is_blocked) b
    order by t.e164
    on conflict (company_id, number_id, recipient) do nothing`.execute(currentTransaction());
  const threads = await currentTransaction()
    .selectFrom('conversations')
    .select(['id', 'recipient'])
    .where('company_id', '=', companyId())
    .where('number_id', '=', campaign.number_id)
    .where(sql<boolean>`recipient = any (${rows.map(({ e164 }) => e164)}::text[])`)
    .execute();
  await lockConversations(threads.map(({ id }) => id));
  return new Map(threads.map(({ id, recipient }) => [recipient, id]));
}

/** A campaign with the name of whoever wrote it. */
interface Authored extends Campaign {
  readonly author: string | null;
}

/** The lines that lists show of the conversations follow, in one statement: of a new item where nothing newer is there, of an older one where it is the newest. */
async function showLatest(
  campaign: Authored,
  rows: readonly Shown[],
  items: ReadonlyMap<number, number>,
  fresh: ReadonlySet<number>,
  threads: ReadonlyMap<string, number>,
): Promise<void> {
  const lines = rows.flatMap((row) => {
    const item = items.get(row.id);
    if (item === undefined) return [];
    const { text: body } = renderFor(campaign, { name: row.name, email: row.email, number: row.e164 });
    const call = { duration: null, pages: null, result: null, ring_seconds: null, answered_by: null };
    const source = {
      id: item,
      type: 'message',
      is_inbound: false,
      created_at: row.sent_at,
      body,
      delivery_state: row.state,
      actor_name: campaign.author,
      ...call,
    } as const;
    return [{ thread: threads.get(row.e164), item, at: row.sent_at, latest: toLatest(source), fresh: fresh.has(row.id) }];
  });
  await sql`
    update conversations c set
      latest = case when t.fresh or (c.latest ->> 'id')::bigint = t.item then t.latest else c.latest end,
      last_activity_at = case when t.fresh then greatest(case when c.latest is null then null else c.last_activity_at end, t.at) else c.last_activity_at end,
      item_types = case when 'message' = any (c.item_types) then c.item_types else array_append(c.item_types, 'message') end
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as t (thread bigint, item bigint, at timestamptz, latest jsonb, fresh boolean)
    where c.id = t.thread and c.company_id = ${companyId()}
      and ((t.fresh and (c.latest is null or (c.latest ->> 'createdAt')::timestamptz <= t.at)) or (c.latest ->> 'id')::bigint = t.item or not 'message' = any (c.item_types))`.execute(
    currentTransaction(),
  );
}

interface Media {
  readonly file_id: number;
  readonly position: number;
}

/** Adds the items of recipients that have none; ids of items by recipient. The same twice is one: an item knows its recipient. */
async function addItems(
  campaign: Authored & { readonly number: string },
  numberId: number,
  rows: readonly Shown[],
  threads: ReadonlyMap<string, number>,
  media: readonly Media[],
): Promise<readonly (readonly [number, number])[]> {
  const items = rows.map((row) => {
    const { text } = renderFor(campaign, { name: row.name, email: row.email, number: row.e164 });
    return {
      thread: threads.get(row.e164),
      e164: row.e164,
      at: row.sent_at,
      key: `campaign-recipient-${row.id}`,
      body: text,
      state: row.state,
      segments: measure(text, campaign.number, media.length > 0).segments,
      sid: row.carrier_sid,
      recipient: row.id,
    };
  });
  const { rows: made } = await sql<{ id: number; recipient: number }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
        as t (thread bigint, e164 text, at timestamptz, key text, body text, state text, segments int, sid text, recipient bigint)
    ), added as (
      insert into items (company_id, conversation_id, number_id, recipient, type, is_inbound, is_read, created_at, client_id, actor_id, actor_name, body, delivery_state, segments, carrier_sid)
      select ${companyId()}, thread, ${numberId}, e164, 'message', false, true, at, key, ${campaign.user_id}::bigint, ${campaign.author}::text, body, state, segments, sid from given
      on conflict do nothing returning id, client_id
    ), pictured as (
      insert into item_media (company_id, item_id, file_id, position)
      select ${companyId()}, added.id, m.file_id, m.position from added, jsonb_to_recordset(${JSON.stringify(media)}::jsonb) as m (file_id bigint, position int)
    )
    select added.id, given.recipient from added join given on given.key = added.client_id`.execute(currentTransaction());
  return made.map(({ id, recipient }) => [Number(recipient), Number(id)] as const);
}
