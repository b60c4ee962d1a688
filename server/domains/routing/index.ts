/** The area’s face on the server. */
import type { Routes } from '#contract/index.ts';
import type { Domain } from '../domain.ts';
import { hoursWorks } from './bulkHours.ts';
import { handlers } from './handlers.ts';

export const routing: Domain<Routes['routing']> = {
  uses: [],
  handlers,
  batches: () => hoursWorks,
};
