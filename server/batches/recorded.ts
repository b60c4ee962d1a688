/** Batches whose work is done in the very transaction that records them: finished at once, with what each row was, so that it can be undone. */
import { sql } from 'kysely';
import { currentTransaction } from '../db/tenancy.ts';
import { AppError } from '../http/errors.ts';
import type { PreviousValues } from './batchHandler.ts';

/** A batch to be recorded. */
export interface NewRecord {
  readonly id: string;
  readonly companyId: number;
  readonly type: string;
  readonly createdBy: number;
  readonly params: Readonly<Record<string, unknown>>;
  /** The batch it undoes. */
  readonly undoOf: string | null;
}

/** Records a finished batch with its rows, numbered from 1. Refuses an id that is taken. */
export async function recordBatch({ id, companyId, type, createdBy, params, undoOf }: NewRecord, rows: readonly PreviousValues[]): Promise<void> {
  const made = await currentTransaction()
    .insertInto('batches')
    .values({
      id,
      company_id: companyId,
      type,
      params: JSON.stringify(params),
      created_by: createdBy,
      total: rows.length,
      done: rows.length,
      undo_of: undoOf,
      finished_at: new Date(),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) throw new AppError('conflict', { field: 'key', message: 'Idempotency key already used for a different request' });
  await sql`insert into batch_rows (company_id, batch_id, row_id, before, state)
    select ${companyId}::bigint, ${id}::text, nth, before, 'done' from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as row (before, nth)`.execute(
    currentTransaction(),
  );
}

/** The batches of these ids that the transaction sees, locked, each with the batch that undid it. */
export async function readRecord(ids: readonly string[]) {
  const batches = await currentTransaction()
    .selectFrom('batches')
    .select(['id', 'company_id', 'type', 'params', 'created_by', 'undo_of'])
    .where(sql<boolean>`id = any (${ids}::text[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
  const undoing = await currentTransaction().selectFrom('batches').select(['undo_of', 'done']).where(sql<boolean>`undo_of = any (${ids}::text[])`).execute();
  return batches.map((batch) => ({ ...batch, undo: undoing.find((each) => each.undo_of === batch.id) ?? null }));
}

/** Former values of batch rows. */
export async function readRecordRows(id: string): Promise<PreviousValues[]> {
  const rows = await currentTransaction()
    .selectFrom('batch_rows')
    .select('before')
    .where('batch_id', '=', id)
    .where('state', '=', 'done')
    .orderBy('row_id')
    .execute();
  return rows.map(({ before }) => before ?? {});
}
