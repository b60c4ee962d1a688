/** Batches: many rows changed as one durable job, each row once, resumable after a crash, and taken back row by row (spec 1.3 Batch update). */

import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Selectable, sql } from 'kysely';
import type { Batch } from '#contract/core/entities.ts';
import { companyId, currentTransaction } from '../db/tenancy.ts';
import { AppError } from '../http/errors.ts';
import type { AuthUser, Membership } from '../http/handlers.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { batchRun } from './jobs.ts';
import { assertCount, type SelectedRows } from './selection.ts';
import type { BatchesTable } from './tables.ts';

type BatchesRow = Selectable<BatchesTable>;
type BatchRow = Pick<Selectable<BatchesTable>, (typeof shown)[number]>;
const shown = ['id', 'company_id', 'type', 'total', 'done', 'skipped', 'failed', 'finished_at'] as const;

/** 0 to 100. */
export function computeProgress(batch: Pick<BatchRow, 'total' | 'done' | 'skipped' | 'failed' | 'finished_at'>): number {
  if (batch.finished_at !== null || batch.total === 0) return 100;
  return Math.min(99, Math.floor((100 * (batch.done + batch.skipped + batch.failed)) / batch.total));
}

function toBatch(row: BatchRow): Batch {
  const { total, done, skipped, failed } = row;
  return {
    batchId: row.id,
    companyId: row.company_id,
    type: row.type,
    batch: { id: row.id, progress: computeProgress(row), finishedAt: row.finished_at?.toISOString() ?? null, total, done, skipped, failed },
  };
}

function find(id: string) {
  return currentTransaction().selectFrom('batches').select(shown).where('company_id', '=', companyId()).where('id', '=', id).executeTakeFirst();
}

/** A batch of the open company; `batch` is null when there is none of this id. */
export async function readBatch(id: string): Promise<Batch> {
  const row = await find(id);
  return row ? toBatch(row) : { batchId: id, companyId: companyId(), type: '', batch: null };
}

interface NewBatch {
  /** The caller's key: the same key twice is one batch. */
  readonly key: string;
  readonly type: string;
  readonly createdBy: number;
  /** Parameters of the work, as JSON. */
  readonly params?: Readonly<Record<string, unknown>>;
  /** The rows; the query may not have been limited. */
  readonly chosen: SelectedRows;
}

/**
 * Makes a batch and its rows in the open transaction and enqueues the work. The same key again answers with the batch that is there. Refuses with
 * `count_changed` when the rows are not as many as the person was shown, with `invalid` when ids are named that don't exist, with `conflict` when the key names other work.
 */
export async function createBatch(jobs: Jobs, batch: NewBatch): Promise<Batch> {
  const company = companyId();
  const { key, chosen } = batch;
  const made = await currentTransaction()
    .insertInto('batches')
    .values({
      id: key,
      company_id: company,
      type: batch.type,
      params: JSON.stringify(batch.params ?? {}),
      created_by: batch.createdBy,
      total: chosen.count ?? 0,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning(shown)
    .executeTakeFirst();
  if (!made) {
    const same = await currentTransaction()
      .selectFrom('batches')
      .select([...shown, 'params', 'created_by', 'undo_of'])
      .where('company_id', '=', company)
      .where('id', '=', key)
      .executeTakeFirst();
    if (!same || !isSameWork(same, batch) || (await hasOtherRows(key, chosen)))
      throw new AppError('conflict', { field: 'key', message: 'Idempotency key already used for a different request' });
    return toBatch(same);
  }
  const rows = await currentTransaction()
    .insertInto('batch_rows')
    .columns(['company_id', 'batch_id', 'row_id'])
    .expression(
      currentTransaction()
        .selectFrom(chosen.rows.as('chosen'))
        .select([sql<number>`${company}::bigint`.as('company_id'), sql<string>`${key}::text`.as('batch_id'), 'chosen.id']),
    )
    .executeTakeFirstOrThrow();
  const total = Number(rows.numInsertedOrUpdatedRows ?? 0n);
  await assertCount(chosen, total);
  if (chosen.count === null) await currentTransaction().updateTable('batches').set({ total }).where('id', '=', key).execute();
  return begin(jobs, { ...made, total });
}

/** Checks whether a batch has rows beside those that are named now. */
async function hasOtherRows(batchId: string, { ids }: SelectedRows): Promise<boolean> {
  if (ids === undefined) return false;
  const other = await currentTransaction()
    .selectFrom('batch_rows')
    .select('row_id')
    .where('company_id', '=', companyId())
    .where('batch_id', '=', batchId)
    .where(sql<boolean>`row_id <> all (${ids}::bigint[])`)
    .executeTakeFirst();
  return other !== undefined;
}

/** Checks whether a batch is what is asked for again: the same work, by the same user, on as many rows. */
function isSameWork(
  same: Pick<BatchesRow, 'type' | 'params' | 'created_by' | 'undo_of' | 'total'>,
  { type, params = {}, createdBy, chosen }: NewBatch,
): boolean {
  if (same.type !== type || same.undo_of !== null || same.created_by !== createdBy) return false;
  return isDeepStrictEqual(same.params, JSON.parse(JSON.stringify(params))) && (chosen.count === null || chosen.count === same.total);
}

/** User who undoes a batch. */
interface Undoer {
  readonly authUser: Pick<AuthUser, 'userId'>;
  readonly membership: Pick<Membership, 'numberIds'>;
}

/**
 * Takes a batch back: exactly the rows it changed, to what they were. What it had not reached yet stays as it is. Taking it back twice is once.
 * Refuses a batch that is not there, of another type, or itself a taking back; to who works some numbers only, also what somebody else did.
 */
export async function undoBatch(jobs: Jobs, key: string, type: (found: string) => boolean, by: Undoer): Promise<Batch> {
  const company = companyId();
  const original = await currentTransaction()
    .selectFrom('batches')
    .select([...shown, 'undo_of', 'created_by'])
    .where('company_id', '=', company)
    .where('id', '=', key)
    .forUpdate()
    .executeTakeFirst();
  if (!original || original.undo_of !== null || !type(original.type)) throw new AppError('not_found');
  if (by.membership.numberIds !== null && original.created_by !== by.authUser.userId) throw new AppError('not_found');
  const already = await currentTransaction()
    .selectFrom('batches')
    .select(shown)
    .where('company_id', '=', company)
    .where('undo_of', '=', key)
    .executeTakeFirst();
  if (already) return toBatch(already);
  const left = await currentTransaction()
    .updateTable('batch_rows')
    .set({ state: 'skipped' })
    .where('batch_id', '=', key)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  if (original.finished_at === null) {
    await currentTransaction()
      .updateTable('batches')
      .set((eb) => ({ skipped: eb('skipped', '+', Number(left.numUpdatedRows)), finished_at: new Date() }))
      .where('id', '=', key)
      .execute();
  }
  const id = randomUUID();
  const made = await currentTransaction()
    .insertInto('batches')
    .values({ id, company_id: company, type: original.type, params: '{}', created_by: by.authUser.userId, total: original.done, undo_of: key })
    .returning(shown)
    .executeTakeFirstOrThrow();
  await sql`insert into batch_rows (company_id, batch_id, row_id, before)
    select company_id, ${id}, row_id, before from batch_rows where batch_id = ${key} and state = 'done'`.execute(currentTransaction());
  return begin(jobs, made);
}

async function begin(jobs: Jobs, made: BatchRow): Promise<Batch> {
  if (made.total > 0) {
    await jobs.enqueue(batchRun, { companyId: made.company_id, batchId: made.id }, { key: made.id });
    return toBatch(made);
  }
  const finishedAt = new Date();
  await currentTransaction().updateTable('batches').set({ finished_at: finishedAt }).where('id', '=', made.id).execute();
  return toBatch({ ...made, finished_at: finishedAt });
}
