/** Work on many rows as one batch: how a bulk call says which, and how it is followed, refreshed from and taken back. */
import type { ChangeResult } from '#commands/core/outcome.ts';
import { formatCount } from '#commands/core/rows.ts';
import type { Selection } from '#commands/core/selection.ts';
import type { RowKind, RowSelection } from '#commands/core/types.ts';
import type { BatchToFollow, ServiceDeps } from './serviceDeps.ts';

/** Converts a selection to the input of a bulk call: ids, or all that match a filter; and the number the user saw. */
export const toBulkChoice = <F extends object, I>(
  { mode, rows, filter, count }: Selection<string, { readonly id: number }, F>,
  byIds: (ids: number[]) => I,
) => ({
  count,
  ...(mode === 'matching' ? { all: true as const, filter: { ...filter } } : byIds(rows.map(({ id }) => id))),
});

interface Bulk<K extends RowKind> extends Omit<BatchToFollow, 'batchId' | 'kind'> {
  readonly on: RowSelection<K>;
  /** Starts it; the key makes a second try the same batch. */
  start(key: string): Promise<{ readonly batchId: string }>;
  /** Takes it back, by its key. */
  undo(key: string): Promise<{ readonly batchId: string }>;
}

/** Starts a batch, follows it, and says how it is taken back. How many rows it changes is known at its end: those that are so already are skipped. */
export async function runBulk<K extends RowKind>({ followBatch }: ServiceDeps, { on, start, undo, title, success, areas }: Bulk<K>): Promise<ChangeResult> {
  const key = crypto.randomUUID();
  const { batchId } = await start(key);
  const { kind } = on;
  followBatch({ batchId, kind, title, success, areas });
  return {
    message: `${title}: ${formatCount(on.count, kind)} selected`,
    undo: {
      title,
      run: async () => followBatch({ batchId: (await undo(key)).batchId, kind, title: `Undo: ${title}`, areas, undoes: batchId }),
    },
  };
}
