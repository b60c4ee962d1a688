/** The area’s face on the server. */
import type { Routes } from '#contract/index.ts';
import { work } from '../../jobs/work.ts';
import type { Domain } from '../domain.ts';
import { handlers } from './handlers.ts';
import { visitsPrune } from './jobs.ts';
import { pruneVisits } from './prune.ts';

export const dni: Domain<Routes['dni']> = {
  uses: ['auth', 'companies', 'customFields', 'numbers', 'templates'],
  handlers,
  jobs: [work(visitsPrune, async (services) => void (await pruneVisits(services)))],
};
