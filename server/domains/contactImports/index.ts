/** The area’s face on the server. */
import type { Routes } from '#contract/index.ts';
import { work } from '../../jobs/work.ts';
import type { Domain } from '../domain.ts';
import { handlers } from './handlers.ts';
import { importsPrune } from './jobs.ts';
import { pruneImports } from './prune.ts';
import { importWork } from './save.ts';

export const contactImports: Domain<Routes['contactImports']> = {
  uses: ['contacts'],
  handlers,
  batches: () => ({ 'contacts.import': importWork }),
  jobs: [work(importsPrune, async (services) => void (await pruneImports(services)))],
};
