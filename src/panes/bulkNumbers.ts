/** Changing a selection of numbers as a batch: how a bulk call says which, and how it is followed and taken back. */

import type { CommandResult } from '#commands/core/outcome.ts';
import { formatCount } from '#commands/core/rows.ts';
import type { RowsOf } from '#commands/core/types.ts';
import { companyOf } from '../api/app.ts';
import type { ServiceDeps } from './serviceDeps.ts';

/** How a bulk call says which numbers it means. */
export const choiceOf = (on: RowsOf<'number'>) => ({
  count: on.count,
  ...(on.mode === 'matching' ? { all: true as const, filter: { ...on.filter } } : { numbers: on.rows.map(({ id }) => id) }),
});

/** Starts a batch, follows it, and says how it is taken back. */
export async function inBatch(
  { app, followBatch }: ServiceDeps,
  title: string,
  count: number,
  success: string | null,
  start: (key: string) => Promise<{ batchId: string }>,
): Promise<CommandResult> {
  const companyId = companyOf(app);
  const key = crypto.randomUUID();
  const { batchId } = await start(key);
  followBatch(batchId, title, success);
  return {
    // How many of them are changed is known at the end: those that are so already are skipped.
    told: `${title}: ${formatCount(count, 'number')} chosen`,
    undo: {
      title,
      run: async () => {
        const undone = await app.api.call('numbers.undoBulk', { companyId, params: { key } });
        followBatch(undone.batchId, `Undo: ${title}`, null);
      },
    },
  };
}
