/** Batches over numbers: several areas change many of them. */
import type { ChangeResult } from '#commands/core/outcome.ts';
import type { RowSelection } from '#commands/core/types.ts';
import { getCompanyId } from '../api/app.ts';
import { runBulk, toBulkChoice } from '../panes/bulk.ts';
import type { ServiceDeps } from '../panes/serviceDeps.ts';

/** Areas of the cache that a batch over numbers changes. */
const areas: readonly string[] = ['numbers', 'tags', 'forwards', 'greetings', 'marketplace', 'templates', 'activity'];

/** How a bulk call says which numbers it means. */
export const toNumberChoice = (on: RowSelection<'number'>) => toBulkChoice(on, (numbers) => ({ numbers }));

interface NumberBatch {
  readonly title: string;
  /** Said at its end. */
  readonly success?: string;
  /** Starts it in the company; the key makes a second try the same batch. */
  start(companyId: number, given: { readonly key: string } & ReturnType<typeof toNumberChoice>): Promise<{ readonly batchId: string }>;
}

/** Starts a batch over numbers, follows it, and says how it is taken back. */
export function bulkNumbers(deps: ServiceDeps, on: RowSelection<'number'>, { title, success, start }: NumberBatch): Promise<ChangeResult> {
  const companyId = getCompanyId(deps.app);
  return runBulk(deps, {
    on,
    title,
    ...(success === undefined ? {} : { success }),
    areas,
    start: (key) => start(companyId, { key, ...toNumberChoice(on) }),
    undo: (key) => deps.app.api.call('numbers.undoBulk', { companyId, params: { key } }),
  });
}
