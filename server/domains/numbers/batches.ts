/** Bulk updates and removals of numbers, and taking them back. */
import * as z from 'zod/mini';
import type { BatchHandler } from '../../batches/batchHandler.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { BulkChanges, changeNumbers, undoBulkUpdate } from './bulkUpdate.ts';
import { removeNumbers, restoreNumbers } from './removal.ts';

const Was = z.object({ status: z.literal([0, 1]) });

/** Handlers of each type of batch over numbers. */
export const numberWorks = (jobs: Jobs): Readonly<Record<'numbers.update' | 'numbers.remove', BatchHandler>> => ({
  'numbers.update': { chunkRows: 2_000, run: (ids, cause, params) => changeNumbers(ids, z.parse(BulkChanges, params), cause), undo: undoBulkUpdate },
  'numbers.remove': {
    run: async (ids, cause) => new Map([...(await removeNumbers(jobs, ids, cause))].map(([id, status]) => [id, { status }])),
    undo: async (rows, cause) => {
      const statuses = new Map([...rows].map(([id, before]) => [id, Was.safeParse(before).data?.status ?? 0] as const));
      return new Map((await restoreNumbers(statuses, cause)).map((id) => [id, rows.get(id) ?? {}]));
    },
  },
});
