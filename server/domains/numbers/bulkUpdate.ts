/** Changing many numbers: one statement for each kind of change, and what each row was, so that it can be put back. */
import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import { isOwnOrShared } from '../../access/sharing.ts';
import type { PreviousValues } from '../../batches/batchHandler.ts';
import { type Cause, companyId, currentTransaction, recordChange } from '../../db/tenancy.ts';
import { type FieldValue, findPreviousValues, putValues, setValues } from '../customFields/values.ts';

/** Changes made to every number. */
export const BulkChanges = z.object({
  label: z.optional(z.string()),
  status: z.optional(z.literal([0, 1])),
  callTranscriptionEnabled: z.optional(z.boolean()),
  smsEnabled: z.optional(z.boolean()),
  addTags: z.optional(z.array(z.number())),
  removeTags: z.optional(z.array(z.number())),
  field: z.optional(z.object({ attributeId: z.number(), value: z.optional(z.string()) })),
});
export type BulkChanges = z.output<typeof BulkChanges>;

const columns = { label: 'label', status: 'status', callTranscriptionEnabled: 'call_transcription_enabled', smsEnabled: 'sms_enabled' } as const;
const types = { label: 'text', status: 'smallint', callTranscriptionEnabled: 'boolean', smsEnabled: 'boolean' } as const;
type Column = keyof typeof columns;
const columnNames = Object.keys(columns) as Column[];

/** Numbers that a change leaves out, and why; a fax line takes no texts. */
const fits = ({ smsEnabled }: BulkChanges): RawBuilder<boolean> => (smsEnabled === true ? sql<boolean>`line_type <> 2` : sql<boolean>`true`);

/** The columns that change. `status` stands in the statement only when it does: the directory of numbers follows that column. */
async function setColumns(ids: readonly number[], set: BulkChanges): Promise<Map<number, Record<string, unknown>>> {
  const given = columnNames.filter((name) => set[name] !== undefined);
  if (given.length === 0) return new Map();
  const value = (name: Column) => sql`${set[name]}::${sql.raw(types[name])}`;
  const { rows } = await sql<{ id: number; before: Record<string, unknown> }>`
    update phone_numbers set ${sql.join(given.map((name) => sql`${sql.ref(columns[name])} = ${value(name)}`))}
    from (
      select id as was_id, jsonb_build_object(${sql.join(given.flatMap((name) => [sql.lit(name), sql.ref(columns[name])]))}) as before
      from phone_numbers
      where company_id = ${companyId()} and id = any (${ids}::bigint[]) and status <> 2 and ${fits(set)}
        and (${sql.join(
          given.map((name) => sql`${sql.ref(columns[name])} is distinct from ${value(name)}`),
          sql` or `,
        )})
      for update
    ) held
    where phone_numbers.id = held.was_id
    returning phone_numbers.id, held.before`.execute(currentTransaction());
  return new Map(rows.map(({ id, before }) => [id, before]));
}

const alive = (ids: readonly number[]) => sql`select id from phone_numbers where company_id = ${companyId()} and id = any (${ids}::bigint[]) and status <> 2`;

async function addTags(ids: readonly number[], tags: readonly number[]): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ number_id: number; tag_id: number }>`
    insert into number_tags (company_id, number_id, tag_id)
    select ${companyId()}, chosen.id, tags.id from (${alive(ids)}) chosen, tags where ${isOwnOrShared('tags')} and tags.id = any (${tags}::bigint[])
    on conflict do nothing returning number_id, tag_id`.execute(currentTransaction());
  return grouped(rows);
}

async function removeTags(ids: readonly number[], tags: readonly number[]): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ number_id: number; tag_id: number }>`
    delete from number_tags where company_id = ${companyId()} and number_id in (${alive(ids)}) and tag_id = any (${tags}::bigint[]) returning number_id, tag_id`.execute(
    currentTransaction(),
  );
  return grouped(rows);
}

function grouped(rows: readonly { number_id: number; tag_id: number }[]): Map<number, number[]> {
  const byNumber = new Map<number, number[]>();
  for (const { number_id, tag_id } of rows) byNumber.set(number_id, [...(byNumber.get(number_id) ?? []), tag_id]);
  return byNumber;
}

/** Tells of a chunk as one change: a screen that shows many rows fetches them anew. */
function publishBulkChanges(ids: readonly number[], cause: Cause): void {
  const [only] = ids;
  if (only !== undefined) recordChange({ kind: 'number-updated', ...(ids.length === 1 ? { id: only } : {}), ...cause });
}

/** Changes numbers; answers what each changed one was. */
export async function changeNumbers(ids: readonly number[], set: BulkChanges, cause: Cause): Promise<ReadonlyMap<number, PreviousValues>> {
  const before = new Map<number, Record<string, unknown>>();
  const note = (id: number, was: Record<string, unknown>) => before.set(id, { ...before.get(id), ...was });
  for (const [id, was] of await setColumns(ids, set)) note(id, was);
  if (set.addTags?.length) for (const [id, tags] of await addTags(ids, set.addTags)) note(id, { tagsAdded: tags });
  if (set.removeTags?.length) for (const [id, tags] of await removeTags(ids, set.removeTags)) note(id, { tagsRemoved: tags });
  if (set.field) for (const [id, value] of await changedValues(ids, set.field)) note(id, { field: { attributeId: set.field.attributeId, value } });
  publishBulkChanges([...before.keys()], cause);
  return before;
}

async function changedValues(ids: readonly number[], field: FieldValue): Promise<ReadonlyMap<number, string | null>> {
  const { rows } = await sql<{ id: number }>`${alive(ids)}`.execute(currentTransaction());
  const there = rows.map(({ id }) => id);
  const was = await findPreviousValues('Number', there, field.attributeId);
  const wanted = field.value?.trim() || null;
  const differing = there.filter((id) => (was.get(id) ?? null) !== wanted);
  await setValues(differing, field);
  return new Map(differing.map((id) => [id, was.get(id) ?? null]));
}

const Was = z.object({
  label: z.optional(z.string()),
  status: z.optional(z.number()),
  callTranscriptionEnabled: z.optional(z.boolean()),
  smsEnabled: z.optional(z.boolean()),
  tagsAdded: z.optional(z.array(z.number())),
  tagsRemoved: z.optional(z.array(z.number())),
  field: z.optional(z.object({ attributeId: z.number(), value: z.nullable(z.string()) })),
});

/** Puts numbers back to what they were; those removed meanwhile are left out. */
export async function undoBulkUpdate(rows: ReadonlyMap<number, PreviousValues>, cause: Cause): Promise<ReadonlyMap<number, PreviousValues>> {
  const { rows: there } = await sql<{ id: number }>`${alive([...rows.keys()])}`.execute(currentTransaction());
  const was = there.flatMap(({ id }) => {
    const read = Was.safeParse(rows.get(id));
    return read.success ? [{ id, ...read.data }] : [];
  });
  const given = columnNames.filter((name) => was.some((row) => row[name] !== undefined));
  if (given.length > 0) {
    await sql`
      update phone_numbers set ${sql.join(given.map((name) => sql`${sql.ref(columns[name])} = coalesce(was.${sql.id(name)}, phone_numbers.${sql.id(columns[name])})`))}
      from jsonb_to_recordset(${JSON.stringify(was)}::jsonb) as was (id bigint, ${sql.join(given.map((name) => sql`${sql.id(name)} ${sql.raw(types[name])}`))})
      where phone_numbers.company_id = ${companyId()} and phone_numbers.id = was.id`.execute(currentTransaction());
  }
  const pairs = (name: 'tagsAdded' | 'tagsRemoved') => JSON.stringify(was.flatMap((row) => (row[name] ?? []).map((tag) => ({ id: row.id, tag }))));
  await sql`delete from number_tags using jsonb_to_recordset(${pairs('tagsAdded')}::jsonb) as was (id bigint, tag bigint)
    where number_tags.company_id = ${companyId()} and number_tags.number_id = was.id and number_tags.tag_id = was.tag`.execute(currentTransaction());
  await sql`insert into number_tags (company_id, number_id, tag_id) select ${companyId()}, was.id, was.tag
    from jsonb_to_recordset(${pairs('tagsRemoved')}::jsonb) as was (id bigint, tag bigint) join tags on tags.id = was.tag and ${isOwnOrShared('tags')} on conflict do nothing`.execute(
    currentTransaction(),
  );
  await putValues(was.flatMap(({ id, field }) => (field ? [{ entityId: id, ...field }] : [])));
  const ids = was.map(({ id }) => id);
  publishBulkChanges(ids, cause);
  return new Map(ids.map((id) => [id, rows.get(id) ?? {}]));
}
