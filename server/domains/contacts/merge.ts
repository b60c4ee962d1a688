/**
 * Merging two contacts of one person: one is kept and gets what the other has, the other is deleted, and its number stays known as the kept one's.
 * A contact whose number opted out, or who is marked so, leaves the kept one opted out under every number, also after an undo (COMPLIANCE.md).
 */
import { createHash } from 'node:crypto';
import { sql, type Updateable } from 'kysely';
import * as z from 'zod/mini';
import type { ContactMerge } from '#contract/contacts/entities.ts';
import { type MergeField, mergeFields } from '#contract/contacts/enums.ts';
import { contactFieldLengths } from '#contract/contacts/fields.ts';
import { readRecord, readRecordRows, recordBatch } from '../../batches/recorded.ts';
import { lockRecipient } from '../../compliance/optOuts.ts';
import { type Cause, companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser, Membership } from '../../http/handlers.ts';
import { optionalColumns } from './columns.ts';
import { assertFreeNumber, deleteContacts, keepOptOuts, linkContacts, restoreContacts } from './commands.ts';
import { addMembers, lockContacts, removeMembers } from './memberships.ts';
import { getContact } from './queries.ts';
import type { ContactsTable } from './tables.ts';

/** Type of the batch that a merge is recorded as. */
const batchType = 'contacts.merge';

const Texts = z.record(z.string(), z.nullable(z.string()));
type Texts = z.output<typeof Texts>;

/** Changes of a merge: enough to undo it. */
const Merged = z.object({
  keptId: z.number(),
  otherId: z.number(),
  otherNumber: z.string(),
  /** Fields of the kept contact before and after, where they differ. */
  former: Texts,
  written: Texts,
  isInvalid: z.object({ former: z.boolean(), written: z.boolean() }),
  groups: z.array(z.number()),
  labels: z.array(z.number()),
  notes: z.array(z.number()),
  /** The number the kept contact got beside its own, and those it took over from the other. */
  addedPhone: z.string(),
  movedPhones: z.array(z.string()),
});
type Merged = z.output<typeof Merged>;

async function loadContact(id: number) {
  const row = await currentTransaction()
    .selectFrom('contacts')
    .selectAll()
    .where('company_id', '=', companyId())
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return row;
}
type ContactRow = Awaited<ReturnType<typeof loadContact>>;

const getValue = (row: ContactRow, field: MergeField): string | null =>
  (field === 'country' || field === 'title' ? row.custom[field] : field === 'name' || field === 'number' ? row[field] : row[optionalColumns[field]]) || null;

/** The value the kept contact will have: its own, else the other’s; notes of both. */
function mergeValue(field: MergeField, kept: string | null, other: string | null, isTaken: boolean): string | null {
  if (isTaken && other !== null) return other;
  if (field !== 'notes' || kept === null || other === null || kept === other) return kept ?? other;
  const both = `${kept}\n\n${other}`;
  return both.length <= contactFieldLengths.notes ? both : kept;
}

const listPhones = async (contactId: number): Promise<string[]> =>
  (
    await currentTransaction()
      .selectFrom('contact_phones')
      .select('number')
      .where('company_id', '=', companyId())
      .where('contact_id', '=', contactId)
      .orderBy('number')
      .execute()
  ).map(({ number }) => number);

/** Groups and labels of the other contact that the kept one is not in. */
async function listJoined(keptId: number, otherId: number) {
  const { rows } = await sql<{ kind: 'group' | 'label'; id: number; name: string }>`
    select 'group' as kind, g.id, g.name from contact_group_members m join contact_groups g on g.id = m.group_id and g.deleted_at is null and g.filter is null
      where m.company_id = ${companyId()} and m.contact_id = ${otherId}
        and not exists (select from contact_group_members k where k.group_id = m.group_id and k.contact_id = ${keptId})
    union all select 'label', l.id, l.label from contact_label_members m join contact_labels l on l.id = m.label_id and l.deleted_at is null
      where m.company_id = ${companyId()} and m.contact_id = ${otherId}
        and not exists (select from contact_label_members k where k.label_id = m.label_id and k.contact_id = ${keptId})
    order by 1, 2`.execute(currentTransaction());
  return rows;
}

async function countMoved(otherId: number): Promise<{ readonly conversations: number; readonly notes: number }> {
  const { rows } = await sql<{ conversations: number; notes: number }>`
    select (select count(*)::int from conversations where company_id = ${companyId()} and contact_id = ${otherId}) as conversations,
      (select count(*)::int from notes where company_id = ${companyId()} and model_type = 'contact' and model_id = ${otherId} and deleted_at is null) as notes`.execute(
    currentTransaction(),
  );
  return rows[0] ?? { conversations: 0, notes: 0 };
}

async function isAnyOptedOut(kept: ContactRow, other: ContactRow, numbers: readonly string[]): Promise<boolean> {
  if (kept.is_unsubscribed || other.is_unsubscribed) return true;
  const row = await currentTransaction()
    .selectFrom('opt_outs')
    .select('number')
    .where('company_id', '=', companyId())
    .where(sql<boolean>`number = any (${numbers}::text[])`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Plans a merge. Refuses contacts that are not there, and one with itself. */
async function createPlan(keptId: number, otherId: number, take: readonly MergeField[]) {
  const [kept, other] = [await loadContact(keptId), await loadContact(otherId)];
  if (keptId === otherId) throw new AppError('invalid', { field: 'other_id', message: 'Choose two different contacts' });
  const fields = mergeFields.map((field) => {
    const [own, theirs] = [getValue(kept, field), getValue(other, field)];
    return { field, kept: own, other: theirs, result: mergeValue(field, own, theirs, take.includes(field)) };
  });
  const [joined, moved, phones, otherPhones] = [
    await listJoined(keptId, otherId),
    await countMoved(otherId),
    await listPhones(keptId),
    await listPhones(otherId),
  ];
  const number = take.includes('number') ? other.number : kept.number;
  const addedPhone = number === kept.number ? other.number : kept.number;
  const numbers = [...new Set([kept.number, other.number, ...phones, ...otherPhones])];
  const preview: ContactMerge = {
    fields,
    groups: joined.filter(({ kind }) => kind === 'group').map(({ name }) => name),
    labels: joined.filter(({ kind }) => kind === 'label').map(({ name }) => name),
    otherNumbers: numbers.filter((each) => each !== number),
    ...moved,
    isUnsubscribed: await isAnyOptedOut(kept, other, numbers),
    plan: createHash('sha256')
      .update(JSON.stringify([keptId, otherId, [...take].sort(), kept.updated_at, other.updated_at, joined, moved, numbers]))
      .digest('base64url'),
  };
  return { kept, other, joined, preview, addedPhone, otherPhones, numbers };
}

/** Effects of a merge. */
export const previewMerge = async (keptId: number, otherId: number, take: readonly MergeField[]): Promise<ContactMerge> =>
  (await createPlan(keptId, otherId, take)).preview;

/** Writes fields of a contact; those of `custom` beside the columns. */
async function writeFields(id: number, values: Texts, more: Updateable<ContactsTable>): Promise<void> {
  const { custom } = await loadContact(id);
  const changed: Record<string, string | null> = { ...custom };
  const columns: Updateable<ContactsTable> = {};
  for (const field of mergeFields) {
    const value = values[field];
    if (value === undefined) continue;
    if (field === 'country' || field === 'title') changed[field] = value;
    else if (field === 'name' || field === 'number') columns[field] = value ?? '';
    else columns[optionalColumns[field]] = value;
  }
  const kept = Object.fromEntries(Object.entries(changed).filter(([, value]) => value != null));
  await currentTransaction()
    .updateTable('contacts')
    .set({ ...columns, ...more, custom: JSON.stringify(kept), updated_at: new Date() })
    .where('company_id', '=', companyId())
    .where('id', '=', id)
    .execute();
}

/** Holds back texts and opt-outs of numbers, in one order, until the transaction ends. */
async function lockNumbers(numbers: readonly string[]): Promise<void> {
  for (const number of [...new Set(numbers)].sort()) await lockRecipient(number);
}

async function moveNotes(from: number, to: number, ids: readonly number[] | null): Promise<number[]> {
  const rows = await currentTransaction()
    .updateTable('notes')
    .set({ model_id: to })
    .where('company_id', '=', companyId())
    .where('model_type', '=', 'contact')
    .where('model_id', '=', from)
    .$if(ids !== null, (notes) => notes.where(sql<boolean>`id = any (${ids}::bigint[])`))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

interface MergeInput {
  readonly key: string;
  readonly id: number;
  readonly otherId: number;
  readonly take: readonly MergeField[];
  readonly plan: string | undefined;
}

const readMerged = async (key: string): Promise<Merged | null> => {
  const [row] = await readRecordRows(key);
  const read = z.safeParse(Merged, row);
  return read.success ? read.data : null;
};

/** Merges `otherId` into `id`. The same key again is once. Refuses one whose preview is no longer what it says. */
export async function mergeContacts({ key, id, otherId, take, plan: wanted }: MergeInput, userId: number): Promise<number> {
  const cause: Cause = { actorId: userId };
  const isDone = async () => {
    const [already] = await readRecord([key]);
    if (!already) return false;
    const merged = already.type === batchType && already.created_by === userId ? await readMerged(key) : null;
    if (merged?.keptId === id && merged.otherId === otherId) return true;
    throw new AppError('conflict', { field: 'key', message: 'Idempotency key already used for a different request' });
  };
  if (await isDone()) return id;
  const { numbers: wantedNumbers } = await createPlan(id, otherId, take);
  // Numbers before contacts, as who opts out locks them: neither waits for the other.
  await lockNumbers(wantedNumbers);
  await lockContacts([id, otherId]);
  if (await isDone()) return id;
  const { kept, other, joined, preview, addedPhone, otherPhones, numbers } = await createPlan(id, otherId, take);
  if (wanted !== undefined && wanted !== preview.plan)
    throw new AppError('conflict', { message: 'A contact changed since the preview. Review the merge again.' });
  const changed = preview.fields.filter((field) => field.kept !== field.result);
  await deleteContacts([otherId], cause);
  const isInvalid = take.includes('number') ? other.is_invalid : kept.is_invalid;
  const written = Object.fromEntries(changed.map(({ field, result }) => [field, result]));
  await writeFields(id, written, { is_invalid: isInvalid, is_unsubscribed: preview.isUnsubscribed });
  if (preview.isUnsubscribed) await keepOptOuts(numbers);
  for (const { kind, id: thingId } of joined) await addMembers(kind, thingId, [id], cause);
  const notes = await moveNotes(otherId, id, null);
  await currentTransaction()
    .updateTable('contact_phones')
    .set({ contact_id: id })
    .where('company_id', '=', companyId())
    .where('contact_id', '=', otherId)
    .execute();
  await currentTransaction()
    .insertInto('contact_phones')
    .values({ company_id: companyId(), number: addedPhone, contact_id: id })
    .onConflict((conflict) => conflict.columns(['company_id', 'number']).doUpdateSet({ contact_id: id }))
    .execute();
  await linkContacts(numbers, cause);
  recordChange({ kind: 'contact-updated', id, ...cause });
  const merged: Merged = {
    keptId: id,
    otherId,
    otherNumber: other.number,
    former: Object.fromEntries(changed.map(({ field, kept: was }) => [field, was])),
    written,
    isInvalid: { former: kept.is_invalid, written: isInvalid },
    groups: joined.flatMap(({ kind, id: group }) => (kind === 'group' ? [group] : [])),
    labels: joined.flatMap(({ kind, id: label }) => (kind === 'label' ? [label] : [])),
    notes,
    addedPhone,
    movedPhones: otherPhones,
  };
  await recordBatch({ id: key, companyId: companyId(), type: batchType, createdBy: userId, params: {}, undoOf: null }, [merged]);
  return id;
}

/** Undoes a merge: the other contact is back, the kept one has what it had, but for what was changed since. Opt-outs stay. Undoing twice is once. */
export async function undoMerge(key: string, { authUser, membership }: { readonly authUser: AuthUser; readonly membership: Membership }) {
  const cause: Cause = { actorId: authUser.userId };
  const [batch] = await readRecord([key]);
  if (!batch || batch.type !== batchType || batch.undo_of !== null) throw new AppError('not_found');
  if (membership.numberIds !== null && batch.created_by !== authUser.userId) throw new AppError('not_found');
  const merged = await readMerged(key);
  if (!merged) throw new AppError('not_found');
  const { keptId, otherId, otherNumber, former, written, isInvalid, addedPhone, movedPhones } = merged;
  if (batch.undo !== null) return getContact(keptId);
  await lockContacts([keptId, otherId]);
  const kept = await loadContact(keptId);
  const back = Object.fromEntries(
    mergeFields.flatMap((field) => (field in written && getValue(kept, field) === written[field] ? [[field, former[field] ?? null]] : [])),
  );
  // Another contact that has the other’s number meanwhile keeps it.
  await assertFreeNumber(otherNumber, keptId);
  if (typeof back.number === 'string') await assertFreeNumber(back.number, keptId);
  const phones = [...new Set([addedPhone, otherNumber, kept.number, ...movedPhones])];
  await currentTransaction()
    .deleteFrom('contact_phones')
    .where('company_id', '=', companyId())
    .where('contact_id', '=', keptId)
    .where('number', '=', addedPhone)
    .execute();
  await currentTransaction()
    .updateTable('contact_phones')
    .set({ contact_id: otherId })
    .where('company_id', '=', companyId())
    .where('contact_id', '=', keptId)
    .where(sql<boolean>`number = any (${movedPhones}::text[])`)
    .execute();
  await writeFields(keptId, back, kept.is_invalid === isInvalid.written ? { is_invalid: isInvalid.former } : {});
  for (const group of merged.groups) await removeMembers('group', group, [keptId], cause);
  for (const label of merged.labels) await removeMembers('label', label, [keptId], cause);
  await moveNotes(keptId, otherId, merged.notes);
  const restored = await restoreContacts([otherId], cause);
  if (restored.length === 0) throw new AppError('conflict', { message: 'The merged contact can’t be restored' });
  await linkContacts(phones, cause);
  recordChange({ kind: 'contact-updated', id: keptId, ...cause });
  await recordBatch({ id: crypto.randomUUID(), companyId: companyId(), type: batchType, createdBy: authUser.userId, params: {}, undoOf: key }, [
    { keptId, otherId },
  ]);
  return getContact(keptId);
}
