/** Reading contacts: by page, one, and what a filter matches. */
import { type SelectQueryBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Contact } from '#contract/contacts/entities.ts';
import type { contactSorts } from '#contract/contacts/enums.ts';
import type { Database } from '../../db/tables.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import { matchesSearch, searchWords } from '../../lists/textSearch.ts';

interface Filter {
  readonly q?: string | undefined;
  readonly isUnsubscribed?: boolean | undefined;
  readonly isInvalid?: boolean | undefined;
  readonly city?: string | undefined;
  readonly state?: string | undefined;
}

/** Contacts of the open company that are not deleted and match. */
export function selectContacts(filter: Filter) {
  const words = searchWords(filter.q ?? '');
  let query = currentTransaction().selectFrom('contacts').where('contacts.company_id', '=', companyId()).where('contacts.deleted_at', 'is', null);
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
          .orderBy('contact_labels.label'),
      ).as('labels'),
    );
}
type Row = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number];

function toContact(row: Row): Contact {
  return {
    id: row.id,
    name: row.name,
    number: row.number,
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

async function countContacts(filter: Filter): Promise<number> {
  const counted = await selectContacts(filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return counted.total;
}

/** A page of contacts. The rows are chosen by id first: groups and labels are read for the page alone. */
export async function listContacts(filter: Filter, { page, per_page: perPage, sort, dir }: ContactPage) {
  const chosen = await selectContacts(filter)
    .select('contacts.id')
    .$if(isSearch(filter), (query) => query.select(sql<number>`count(*) over ()`.as('total')))
    .orderBy(`contacts.${columns[sort]}`, (order) => (dir === 'asc' ? order.asc().nullsLast() : order.desc().nullsFirst()))
    .orderBy('contacts.id', dir)
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  const total = chosen[0]?.total ?? (await countContacts(filter));
  const ids = chosen.map((row) => row.id);
  const rows = await shown(
    currentTransaction().selectFrom('contacts').where('contacts.company_id', '=', companyId()).where(sql<boolean>`contacts.id = any (${ids}::bigint[])`),
  ).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const data = ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [toContact(row)] : [];
  });
  return { data, meta: { currentPage: page, total, lastPage: Math.max(1, Math.ceil(total / perPage)), perPage } };
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
