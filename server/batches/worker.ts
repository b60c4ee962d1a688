/** The worker of batches: chunk by chunk, each in one transaction with its bookkeeping, so that a row is done once however often the work is killed. */
import { sql } from 'kysely';
import { refreshStatistics } from '../db/statistics.ts';
import { type Cause, currentTransaction, recordChange } from '../db/tenancy.ts';
import { failpoint } from '../jobs/failpoints.ts';
import type { Services } from '../services.ts';
import { computeProgress } from './batches.ts';
import type { BatchHandler, PreviousValues } from './batchHandler.ts';

/** Rows of one transaction: large enough to be quick, small enough to hold no lock for long. */
const usualChunk = 500;

/** Runs a batch to its end, from wherever it stands. */
export async function runBatch(
  services: Services,
  works: ReadonlyMap<string, BatchHandler>,
  job: { readonly companyId: number; readonly batchId: string },
): Promise<void> {
  await services.tenancy.company([job.companyId], null, () => refreshStatistics('batch_rows'));
  let more = true;
  while (more) {
    more = await services.tenancy.company([job.companyId], null, () => runChunk(works, job.batchId));
    failpoint('batch.run: after a chunk');
  }
}

/** Does the next rows; false when there are none left. The batch's row is locked first: two workers never do the same chunk. */
async function runChunk(works: ReadonlyMap<string, BatchHandler>, batchId: string): Promise<boolean> {
  const batch = await currentTransaction().selectFrom('batches').selectAll().where('id', '=', batchId).forUpdate().executeTakeFirst();
  if (!batch || batch.finished_at !== null) return false;
  const work = works.get(batch.type);
  if (!work) throw new Error(`No handler for batches of type ${batch.type}`);
  const chunkRows = work.chunkRows ?? usualChunk;
  const rows = await currentTransaction()
    .selectFrom('batch_rows')
    .select(['row_id', 'before'])
    .where('batch_id', '=', batchId)
    .where('state', '=', 'waiting')
    .orderBy('row_id')
    .limit(chunkRows)
    .execute();
  const cause: Cause = batch.created_by === null ? {} : { actorId: batch.created_by };
  const changes =
    batch.undo_of === null
      ? await work.run(
          rows.map((row) => row.row_id),
          cause,
          batch.params,
        )
      : await work.undo(new Map(rows.map((row) => [row.row_id, row.before ?? {}])), cause);
  failpoint('batch.run: within a chunk');
  await book(
    batchId,
    rows.map((row) => row.row_id),
    changes,
  );
  const done = batch.done + changes.size;
  const skipped = batch.skipped + rows.length - changes.size;
  const finished_at = rows.length < chunkRows || done + skipped + batch.failed >= batch.total ? new Date() : null;
  await currentTransaction().updateTable('batches').set({ done, skipped, finished_at }).where('id', '=', batchId).execute();
  const progress = computeProgress({ total: batch.total, done, skipped, failed: batch.failed, finished_at });
  recordChange({ kind: 'batch-progress', ...cause, batch: { id: batchId, progress, finishedAt: finished_at?.toISOString() ?? null } });
  return finished_at === null;
}

/** Writes down what became of rows; the former values are looked up by id in one object, which costs half of joining them as rows. */
async function book(batchId: string, rowIds: readonly number[], changes: ReadonlyMap<number, PreviousValues>): Promise<void> {
  const before = JSON.stringify(Object.fromEntries(changes));
  await sql`
    update batch_rows set
      state = case when given.before ? row_id::text then 'done' else 'skipped' end,
      before = coalesce(given.before -> row_id::text, batch_rows.before)
    from (select ${before}::jsonb as before) as given
    where batch_rows.batch_id = ${batchId} and batch_rows.row_id = any (${rowIds}::bigint[])`.execute(currentTransaction());
}
