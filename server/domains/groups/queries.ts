/** Reading groups: by page and one, with the counts that are kept, and those of virtual groups counted now. */
import { type Selectable, sql } from 'kysely';
import * as z from 'zod/mini';
import { ContactFilter } from '#contract/contacts/entities.ts';
import type { ContactGroup } from '#contract/groups/entities.ts';
import type { groupSorts } from '#contract/groups/enums.ts';
import { companyId, currentTransaction } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import { holdsWord } from '../../lists/textSearch.ts';
import { selectContacts } from '../contacts/queries.ts';
import type { ContactGroupsTable } from '../contacts/tables.ts';

type GroupRow = Selectable<ContactGroupsTable>;

/** Groups of the open company, deleted ones among them. */
export const selectGroups = () => currentTransaction().selectFrom('contact_groups').where('company_id', '=', companyId());

async function countMatching(filter: Record<string, unknown>) {
  return selectContacts(z.parse(ContactFilter, filter))
    .select([
      sql<number>`count(*)`.as('contact_count'),
      sql<number>`count(*) filter (where not is_invalid and not is_unsubscribed)`.as('active_count'),
      sql<number>`count(*) filter (where is_invalid)`.as('invalid_count'),
      sql<number>`count(*) filter (where is_unsubscribed)`.as('unsubscriber_count'),
    ])
    .executeTakeFirstOrThrow();
}

/** A group as the API shows it; `publicUrl` is where its calls are. */
async function toGroup(row: GroupRow, publicUrl: string): Promise<ContactGroup> {
  const counts = row.filter === null ? row : await countMatching(row.filter);
  return {
    id: row.id,
    name: row.name,
    companyId: row.company_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    deletedAt: row.deleted_at?.toISOString() ?? null,
    contactCount: counts.contact_count,
    activeCount: counts.active_count,
    invalidCount: counts.invalid_count,
    unsubscriberCount: counts.unsubscriber_count,
    virtual: row.filter !== null,
    userId: row.user_id,
    link: `${publicUrl}/api/groups/${row.id}`,
    contactsLink: `${publicUrl}/api/contacts?company_id=${row.company_id}&groupId=${row.id}`,
  };
}

/** Reads a group that is not deleted. */
export async function readGroup(id: number): Promise<GroupRow> {
  const row = await selectGroups().selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return row;
}

/** One group. Refuses one that is missing, deleted or another company's. */
export const getGroup = async (id: number, publicUrl: string): Promise<ContactGroup> => toGroup(await readGroup(id), publicUrl);

interface GroupPage {
  readonly page: number;
  readonly per_page: number;
  readonly sort: (typeof groupSorts)[number];
  readonly dir: 'asc' | 'desc';
  readonly q?: string | undefined;
}

/** A page of groups. */
export async function listGroups({ page, per_page: perPage, sort, dir, q = '' }: GroupPage, publicUrl: string) {
  const words = q.trim();
  const matching = () =>
    selectGroups()
      .where('deleted_at', 'is', null)
      .$if(words !== '', (query) => query.where(holdsWord(sql`name`, words)));
  const { total } = await matching()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await matching()
    .selectAll()
    .orderBy(sort === 'name' ? sql`lower(name)` : sql.ref(sort), dir)
    .orderBy('id', dir)
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  const data: ContactGroup[] = [];
  for (const row of rows) data.push(await toGroup(row, publicUrl));
  return { data, meta: { currentPage: page, totalPages: Math.max(1, Math.ceil(total / perPage)), total, perPage } };
}
