/** Reading contacts: by page, one, and what a filter matches. */
import { type SelectQueryBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import * as z from 'zod/mini';
import { type Contact, ContactFilter } from '#contract/contacts/entities.ts';
import type { contactSorts } from '#contract/contacts/enums.ts';
import type { Database } from '../../db/tables.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import { createPageMeta } from '../../lists/pageMeta.ts';
import { matchesSearch, searchWords } from '../../lists/textSearch.ts';

export interface Filter {
  readonly q?: string | undefined;
  readonly isUnsubscribed?: boolean | undefined;
  readonly isInvalid?: boolean | undefined;
  readonly city?: string | undefined;
  readonly state?: string | undefined;
  readonly groupId?: number | undefined;
  readonly labelId?: number | undefined;
}

/** A group by which contacts are filtered: of a virtual one the filter whose contacts it has. */
interface NamedGroup {
  readonly saved: Filter | null;
}

const hasGroup = (
  groupId: number,
) => sql<boolean>`exists (select from contact_group_members m join contact_groups g on g.id = m.group_id and g.deleted_at is null
    where m.contact_id = contacts.id and m.group_id = ${groupId})`;
const hasLabel = (
  labelId: number,
) => sql<boolean>`exists (select from contact_label_members m join contact_labels l on l.id = m.label_id and l.deleted_at is null
    where m.contact_id = contacts.id and m.label_id = ${labelId})`;

/** Reads the group a filter names, before contacts are selected by it. Refuses a group and a label that are missing, deleted or another company's. */
export async function readNamedGroup({ groupId, labelId }: Pick<Filter, 'groupId' | 'labelId'>): Promise<NamedGroup | null> {
  if (labelId !== undefined) await checkLabelId(labelId);
  if (groupId === undefined) return null;
  const group = await currentTransaction()
    .selectFrom('contact_groups')
    .select('filter')
    .where('company_id', '=', companyId())
    .where('id', '=', groupId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!group) throw new AppError('invalid', { field: 'group_id', message: 'Group not found, or you don’t have access' });
  return { saved: group.filter === null ? null : z.parse(ContactFilter, group.filter) };
}

/** True for a group that is there; one that was deleted is not. */
export async function isGroupThere(groupId: number | null): Promise<boolean> {
  if (groupId === null) return false;
  const group = await currentTransaction()
    .selectFrom('contact_groups')
    .select('id')
    .where('company_id', '=', companyId())
    .where('id', '=', groupId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return group !== undefined;
}

async function checkLabelId(labelId: number): Promise<void> {
  const label = await currentTransaction()
    .selectFrom('contact_labels')
    .select('id')
    .where('company_id', '=', companyId())
    .where('id', '=', labelId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!label) throw new AppError('invalid', { field: 'label_id', message: 'Label not found, or you don’t have access' });
}

/** Contacts of the open company that are not deleted and match; `group` is the one the filter names (`readNamedGroup`). */
export function selectContacts(filter: Filter, group: NamedGroup | null = null, isDeletedToo = false): SelectQueryBuilder<Database, 'contacts', object> {
  const words = searchWords(filter.q ?? '');
  let query =
    group?.saved && filter.groupId !== undefined
      ? selectContacts(group.saved)
      : currentTransaction()
          .selectFrom('contacts')
          .where('contacts.company_id', '=', companyId())
          .$if(!isDeletedToo, (contacts) => contacts.where('contacts.deleted_at', 'is', null));
  if (filter.groupId !== undefined && !group?.saved) query = query.where(hasGroup(filter.groupId));
  if (filter.labelId !== undefined) query = query.where(hasLabel(filter.labelId));
  if (filter.isUnsubscribed !== undefined) query = query.where('contacts.is_unsubscribed', '=', filter.isUnsubscribed);
  if (filter.isInvalid !== undefined) query = query.where('contacts.is_invalid', '=', filter.isInvalid);
  if (filter.city) query = query.where(sql<boolean>`lower(contacts.city) = lower(${filter.city})`);
  if (filter.state) query = query.where(sql<boolean>`lower(contacts.state) = lower(${filter.state})`);
  if (words.length > 0) query = query.where(matchesSearch('contacts.id', 'contacts', companyId(), words));
  return query;
}

function shown(query: SelectQueryBuilder<Database, 'contacts', object>) {
  return query
    .select([
      'contacts.id',
      'contacts.name',
      'contacts.number',
      'contacts.company_name',
      'contacts.email',
      'contacts.address1',
      'contacts.address2',
      'contacts.city',
      'contacts.state',
      'contacts.zip',
      'contacts.notes',
      'contacts.created_at',
      'contacts.updated_at',
      'contacts.optin_type',
      'contacts.optin_source',
      'contacts.added_at',
      'contacts.is_invalid',
      'contacts.is_unsubscribed',
      'contacts.custom',
    ])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('contact_group_members')
          .innerJoin('contact_groups', 'contact_groups.id', 'contact_group_members.group_id')
          .select(['contact_groups.id', 'contact_groups.name'])
          .whereRef('contact_group_members.contact_id', '=', 'contacts.id')
          .where('contact_groups.deleted_at', 'is', null)
          .orderBy('contact_groups.name'),
      ).as('groups'),
    )
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('contact_label_members')
          .innerJoin('contact_labels', 'contact_labels.id', 'contact_label_members.label_id')
          .select(['contact_labels.id', 'contact_labels.label'])
          .whereRef('contact_label_members.contact_id', '=', 'contacts.id')
          .where('contact_labels.deleted_at', 'is', null)
          .orderBy('contact_labels.label'),
      ).as('labels'),
    )
    .select((eb) =>
      jsonArrayFrom(
        eb.selectFrom('contact_phones').select('contact_phones.number').whereRef('contact_phones.contact_id', '=', 'contacts.id').orderBy('number'),
      ).as('phones'),
    );
}
type Row = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number];

function toContact(row: Row): Contact {
  return {
    id: row.id,
    name: row.name,
    number: row.number,
    otherNumbers: row.phones.map(({ number }) => number),
    companyName: row.company_name,
    email: row.email,
    address1: row.address1,
    address2: row.address2,
    city: row.city,
    state: row.state,
    zip: row.zip,
    notes: row.notes,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    optinType: row.optin_type,
    optinSource: row.optin_source,
    addedAt: row.added_at.toISOString(),
    isInvalid: row.is_invalid,
    isUnsubscribed: row.is_unsubscribed,
    groups: row.groups,
    labels: row.labels,
    custom: { country: row.custom.country ?? null, title: row.custom.title ?? null },
  };
}

/** The wire's name of a sort → the column. The id settles ties, so that pages neither repeat nor lose a row. */
const columns: Readonly<Record<(typeof contactSorts)[number], 'name' | 'number' | 'company_name' | 'city' | 'created_at' | 'updated_at'>> = {
  name: 'name',
  number: 'number',
  company_name: 'company_name',
  city: 'city',
  created_at: 'created_at',
  updated_at: 'updated_at',
};

interface ContactPage {
  readonly page: number;
  readonly per_page: number;
  readonly sort: keyof typeof columns;
  readonly dir: 'asc' | 'desc';
}

/** A search is costly to ask twice: its page brings the count along. Without words an index counts faster. */
const isSearch = (filter: Filter) => searchWords(filter.q ?? '').length > 0;

async function countContacts(filter: Filter, group: NamedGroup | null): Promise<number> {
  const counted = await selectContacts(filter, group)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return counted.total;
}

/** A page of contacts. The rows are chosen by id first: groups and labels are read for the page alone. */
export async function listContacts(filter: Filter, { page, per_page: perPage, sort, dir }: ContactPage) {
  const group = await readNamedGroup(filter);
  const chosen = await selectContacts(filter, group)
    .select('contacts.id')
    .$if(isSearch(filter), (query) => query.select(sql<number>`count(*) over ()`.as('total')))
    .orderBy(`contacts.${columns[sort]}`, (order) => (dir === 'asc' ? order.asc().nullsLast() : order.desc().nullsFirst()))
    .orderBy('contacts.id', dir)
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  const total = chosen[0]?.total ?? (await countContacts(filter, group));
  const ids = chosen.map((row) => row.id);
  const rows = await shown(
    currentTransaction().selectFrom('contacts').where('contacts.company_id', '=', companyId()).where(sql<boolean>`contacts.id = any (${ids}::bigint[])`),
  ).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const data = ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [toContact(row)] : [];
  });
  return { data, meta: createPageMeta(page, perPage, total) };
}

/** A page of contacts by id, of ids or of a filter; for reading all of them, one page after the other. */
export async function readContactPage(
  selection: { readonly ids: readonly number[] } | { readonly filter: Filter },
  afterId: number,
  limit: number,
): Promise<Contact[]> {
  const chosen =
    'ids' in selection
      ? selectContacts({}).where(sql<boolean>`contacts.id = any (${selection.ids}::bigint[])`)
      : selectContacts(selection.filter, await readNamedGroup(selection.filter));
  const rows = await shown(chosen.where('contacts.id', '>', afterId))
    .orderBy('contacts.id')
    .limit(limit)
    .execute();
  return rows.map(toContact);
}

/** One contact. Refuses one that is missing, deleted or another company's. */
export async function getContact(id: number): Promise<Contact> {
  const row = await shown(
    currentTransaction()
      .selectFrom('contacts')
      .where('contacts.company_id', '=', companyId())
      .where('contacts.deleted_at', 'is', null)
      .where('contacts.id', '=', id),
  ).executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return toContact(row);
}
