/** The area’s face on the server. */
import type { Routes } from '#contract/index.ts';
import { work } from '../../jobs/work.ts';
import { exportRun } from '../../lists/exports.ts';
import type { Domain } from '../domain.ts';
import { handlers } from './handlers.ts';
import { exportsPrune } from './jobs.ts';
import { pruneExports } from './prune.ts';
import { runExport } from './worker.ts';

export const exports: Domain<Routes['exports']> = {
  uses: ['analytics', 'calls', 'contacts'],
  handlers,
  jobs: [work(exportRun, runExport), work(exportsPrune, async (services) => void (await pruneExports(services)))],
};
