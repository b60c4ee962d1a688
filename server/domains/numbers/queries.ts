/** Reading phone numbers (spec 1.7): with their calls of 30 days, unread messages and tags. */
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { NumberDetail, PhoneNumber } from '#contract/numbers/entities.ts';
import type { numberSorts } from '#contract/numbers/enums.ts';
import { routeTypes } from '#contract/routing/enums.ts';
import { type NumberFilter, selectAccessibleNumbers, selectNumbers } from '../../access/numberSelection.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { Membership } from '../../http/handlers.ts';
import { createPageMeta } from '../../lists/pageMeta.ts';
import { readIdOrNumber } from '../../phone.ts';
import { findRouting } from '../routing/repository.ts';
import { listTriggers } from './triggers.ts';

function shown(query: ReturnType<typeof selectAccessibleNumbers>) {
  return query
    .select([
      'phone_numbers.id',
      'phone_numbers.label',
      'phone_numbers.number',
      'phone_numbers.status',
      'phone_numbers.category',
      'phone_numbers.provider_id',
      'phone_numbers.type',
      'phone_numbers.line_type',
      'phone_numbers.call_transcription_enabled',
      'phone_numbers.sms_enabled',
      'phone_numbers.routing_type',
      'phone_numbers.forward_number',
      'phone_numbers.hours_label',
      'phone_numbers.vanity',
      'phone_numbers.monthly_cost',
      'phone_numbers.created_at',
    ])
    .select((eb) => [
      eb
        .selectFrom('items')
        .select((count) => count.fn.countAll<number>().as('count'))
        .where('items.company_id', '=', companyId())
        .whereRef('items.number_id', '=', 'phone_numbers.id')
        .where('items.type', '=', 'message')
        .where('items.is_read', '=', false)
        .where('items.deleted_at', 'is', null)
        .as('unread_messages'),
      eb
        .selectFrom('calls')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('calls.number_id', '=', 'phone_numbers.id')
        .where('calls.started_at', '>=', sql<Date>`now() - interval '30 days'`)
        .as('calls30_days'),
      jsonArrayFrom(
        eb
          .selectFrom('number_tags')
          .innerJoin('tags', 'tags.id', 'number_tags.tag_id')
          .select(['tags.id', 'tags.name'])
          .whereRef('number_tags.number_id', '=', 'phone_numbers.id')
          .orderBy('tags.name'),
      ).as('tags'),
      jsonArrayFrom(
        eb
          .selectFrom('eav_values')
          .innerJoin('eav_attributes', 'eav_attributes.id', 'eav_values.attribute_id')
          .select(['eav_attributes.id as attributeId', 'eav_attributes.name', 'eav_values.value'])
          .where('eav_values.company_id', '=', companyId())
          .where('eav_attributes.entity_type', '=', 'Number')
          .whereRef('eav_values.entity_id', '=', 'phone_numbers.id')
          .orderBy('eav_attributes.name'),
      ).as('values'),
    ]);
}
type Row = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number];

function toNumber(row: Row): PhoneNumber {
  return {
    id: row.id,
    label: row.label,
    number: row.number,
    status: row.status,
    category: row.category,
    providerId: row.provider_id,
    type: row.type,
    lineType: row.line_type,
    callTranscriptionEnabled: row.call_transcription_enabled,
    smsEnabled: row.sms_enabled,
    routingType: routeTypes.find((type) => type === row.routing_type) ?? 'standard',
    forwardNumber: row.forward_number,
    hoursLabel: row.hours_label,
    unreadMessagesCount: Number(row.unread_messages ?? 0),
    calls30Days: Number(row.calls30_days ?? 0),
    tags: row.tags,
    eavAttributeValues: row.values,
    vanity: row.vanity,
    monthlyCost: row.monthly_cost,
    createdAt: row.created_at.toISOString(),
  };
}

/** The numbers the person works, by label: all, or so many behind one of them. */
export async function listNumbers(membership: Membership, { size, after }: { readonly size?: number | undefined; readonly after?: number | undefined }) {
  let found = shown(selectAccessibleNumbers(membership)).orderBy('phone_numbers.label').orderBy('phone_numbers.id');
  if (after !== undefined)
    found = found.where(
      sql<boolean>`(phone_numbers.label, phone_numbers.id) > (select label, id from phone_numbers where id = ${after}::bigint and company_id = ${companyId()})`,
    );
  if (size === undefined) {
    const rows = await found.execute();
    return { data: rows.map(toNumber), meta: { total: rows.length } };
  }
  const { total } = await selectAccessibleNumbers(membership)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { data: (await found.limit(size).execute()).map(toNumber), meta: { total: Number(total) } };
}

interface NumberPage extends NumberFilter {
  readonly page: number;
  readonly per_page: number;
  readonly sort: (typeof numberSorts)[number];
  readonly dir: 'asc' | 'desc';
}

/** The request by which a number came from another carrier; null for one that was bought. */
async function findPort(numberId: number): Promise<NumberDetail['port']> {
  const row = await currentTransaction()
    .selectFrom('port_numbers')
    .innerJoin('port_requests', 'port_requests.id', 'port_numbers.port_id')
    .where('port_numbers.company_id', '=', companyId())
    .where('number_id', '=', numberId)
    .orderBy('port_requests.id', 'desc')
    .select(['port_requests.id', 'port_requests.status'])
    .executeTakeFirst();
  return row ?? null;
}

/** Status of a number's registration for texting; null for one in no registration. */
export async function findVerification(numberId: number): Promise<NumberDetail['smsVerification']> {
  const row = await currentTransaction()
    .selectFrom('sms_campaign_numbers')
    .innerJoin('sms_lanes', (join) =>
      join.onRef('sms_lanes.campaign_id', '=', 'sms_campaign_numbers.campaign_id').onRef('sms_lanes.lane', '=', 'sms_campaign_numbers.lane'),
    )
    .where('sms_campaign_numbers.company_id', '=', companyId())
    .where('number_id', '=', numberId)
    .select([
      'sms_campaign_numbers.campaign_id',
      'sms_campaign_numbers.state',
      'sms_campaign_numbers.reason as number_reason',
      'sms_lanes.status',
      'sms_lanes.reason',
    ])
    .executeTakeFirst();
  if (!row) return null;
  if (row.state === 'failed') return { id: row.campaign_id, status: 'rejected', reason: row.number_reason };
  // An approved campaign takes a number in a moment later.
  const isWaiting = row.status === 'approved' && row.state !== 'active';
  return { id: row.campaign_id, status: isWaiting ? 'pending' : row.status, reason: row.reason };
}

/** One number the person works, by its id or by the number itself, with its registration where that is asked for. Refuses one that is not there, or not theirs. */
export async function getNumber(membership: Membership, idOrNumber: string, withVerification = false): Promise<NumberDetail> {
  const asked = readIdOrNumber(idOrNumber);
  if (asked === null) throw new AppError('not_found');
  const row = await shown(selectAccessibleNumbers(membership))
    .where((eb) => (typeof asked === 'number' ? eb('phone_numbers.id', '=', asked) : eb('phone_numbers.number', '=', asked)))
    .orderBy('phone_numbers.status')
    .orderBy('phone_numbers.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  const routed = await findRouting(row.id);
  if (!routed) throw new AppError('not_found');
  const { numberId: _, ...routing } = routed.routing;
  return {
    ...toNumber(row),
    ...routing,
    triggers: await listTriggers([row.id]),
    port: await findPort(row.id),
    smsVerification: withVerification ? await findVerification(row.id) : null,
  };
}

/** Numbers by page. */
export async function listNumbersPage(membership: Membership, { page, per_page: perPage, sort, dir, ...filter }: NumberPage) {
  const found = selectNumbers(filter, membership);
  const counted = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const total = Number(counted.total);
  const rows = await shown(found)
    .orderBy(sql.ref(sort), dir)
    .orderBy('phone_numbers.id', dir)
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  return { data: rows.map(toNumber), meta: createPageMeta(page, perPage, total) };
}
