/** Which groups and labels contacts are in: set for one contact, added and removed for many by one statement. */
import { sql } from 'kysely';
import { type Cause, companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';

/** A group as a contact names it: by id, or with the name that a contact shows. */
export type GroupRef = number | { readonly id: number; readonly name?: string | undefined };
/** A label as a contact names it. */
export type LabelRef = number | { readonly id: number; readonly label?: string | undefined };

interface Lists {
  readonly groups?: readonly GroupRef[] | undefined;
  readonly labels?: readonly LabelRef[] | undefined;
}

/** Kinds of things that contacts are members of. */
type Kind = 'group' | 'label';
const kinds = {
  group: { members: sql.table('contact_group_members'), id: sql.ref('group_id'), things: sql.table('contact_groups'), name: sql.ref('name') },
  label: { members: sql.table('contact_label_members'), id: sql.ref('label_id'), things: sql.table('contact_labels'), name: sql.ref('label') },
} as const;
const changeKinds = { group: 'group-updated', label: 'label-updated' } as const;

interface NamedRef {
  readonly id: number;
  readonly name: string | undefined;
}

/** Refuses ids that are none of the company's, virtual groups, and names that are another's. */
async function checkRefs(kind: Kind, refs: readonly NamedRef[]): Promise<void> {
  const { things, name } = kinds[kind];
  const ids = refs.map(({ id }) => id);
  const isVirtual = kind === 'group' ? sql`filter is not null` : sql`false`;
  const { rows } = await sql<{ id: number; name: string; virtual: boolean }>`
    select id, ${name} as name, ${isVirtual} as virtual from ${things}
    where company_id = ${companyId()} and deleted_at is null and id = any (${ids}::bigint[])`.execute(currentTransaction());
  const known = new Map(rows.map((row) => [row.id, row]));
  const field = `${kind}s`;
  for (const ref of refs) {
    const found = known.get(ref.id);
    if (!found) throw new AppError('invalid', { field, message: `Not found, or you don’t have access: ${ref.id}` });
    if (found.virtual) throw new AppError('invalid', { field, message: `“${found.name}” is a saved filter. Contacts can’t be added to it or removed.` });
    if (ref.name !== undefined && ref.name !== found.name)
      throw new AppError('invalid', { field, message: `${kind === 'group' ? 'Group' : 'Label'} ${ref.id} is “${found.name}”, not “${ref.name}”` });
  }
}

/**
 * Locks contacts by id, so that what the database counts of a member is what it is at the commit: who deletes one, or marks it, comes before or after.
 * Everybody locks contacts first and groups after, both by id, so that nobody waits in a circle.
 */
export async function lockContacts(ids: readonly number[]): Promise<void> {
  await sql`select from contacts where company_id = ${companyId()} and id = any (${ids}::bigint[]) order by id for no key update`.execute(currentTransaction());
}

async function setOne(kind: Kind, contactId: number, refs: readonly NamedRef[], cause: Cause): Promise<boolean> {
  await checkRefs(kind, refs);
  const { members, id, things } = kinds[kind];
  const ids = [...new Set(refs.map((ref) => ref.id))];
  await sql`select from ${things} where id = any (${ids}::bigint[]) or id in (select ${id} from ${members} where contact_id = ${contactId})
    order by id for no key update`.execute(currentTransaction());
  // A deleted group keeps its contacts, for when it is restored.
  const removed = await sql<{ id: number }>`
    delete from ${members} where contact_id = ${contactId} and not ${id} = any (${ids}::bigint[])
      and ${id} in (select id from ${things} where deleted_at is null ${kind === 'group' ? sql`and filter is null` : sql``})
    returning ${id} as id`.execute(currentTransaction());
  const added = await sql<{ id: number }>`
    insert into ${members} (company_id, ${id}, contact_id) select ${companyId()}, wanted, ${contactId}::bigint from unnest(${ids}::bigint[]) wanted
    on conflict do nothing returning ${id} as id`.execute(currentTransaction());
  for (const row of [...removed.rows, ...added.rows]) recordChange({ kind: changeKinds[kind], id: row.id, ...cause });
  return removed.rows.length + added.rows.length > 0;
}

/** Puts a contact into exactly the groups and labels that are given, where any are. Answers whether that changed anything. */
export async function setMemberships(contactId: number, { groups, labels }: Lists, cause: Cause): Promise<boolean> {
  const toNamed = (ref: GroupRef | LabelRef): NamedRef =>
    typeof ref === 'number' ? { id: ref, name: undefined } : { id: ref.id, name: 'label' in ref ? ref.label : 'name' in ref ? ref.name : undefined };
  if (groups !== undefined || labels !== undefined) await lockContacts([contactId]);
  const isGroupChanged = groups !== undefined && (await setOne('group', contactId, groups.map(toNamed), cause));
  const isLabelChanged = labels !== undefined && (await setOne('label', contactId, labels.map(toNamed), cause));
  return isGroupChanged || isLabelChanged;
}

/** Adds contacts to a group or label that is not deleted; answers those that were not in it. Deleted contacts are left out. */
export async function addMembers(kind: Kind, thingId: number, contactIds: readonly number[], cause: Cause): Promise<number[]> {
  const { members, id, things } = kinds[kind];
  await lockContacts(contactIds);
  const { rows } = await sql<{ contact_id: number }>`
    insert into ${members} (company_id, ${id}, contact_id)
      select company_id, ${thingId}::bigint, id from contacts
      where company_id = ${companyId()} and id = any (${contactIds}::bigint[]) and deleted_at is null
        and exists (select from ${things} t where t.id = ${thingId} and t.company_id = ${companyId()} and t.deleted_at is null)
    on conflict do nothing returning contact_id`.execute(currentTransaction());
  if (rows.length > 0) recordChange({ kind: changeKinds[kind], id: thingId, ...cause });
  return rows.map((row) => row.contact_id);
}

/** Removes contacts from a group or label; answers those that were in it. */
export async function removeMembers(kind: Kind, thingId: number, contactIds: readonly number[], cause: Cause): Promise<number[]> {
  const { members, id } = kinds[kind];
  await lockContacts(contactIds);
  const { rows } = await sql<{ contact_id: number }>`
    delete from ${members} where company_id = ${companyId()} and ${id} = ${thingId} and contact_id = any (${contactIds}::bigint[])
    returning contact_id`.execute(currentTransaction());
  if (rows.length > 0) recordChange({ kind: changeKinds[kind], id: thingId, ...cause });
  return rows.map((row) => row.contact_id);
}
