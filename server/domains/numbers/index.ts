/** The area’s face on the server. */
import type { Routes } from '#contract/index.ts';
import type { Domain } from '../domain.ts';
import { numberWorks } from './batches.ts';
import { handlers } from './handlers.ts';

export const numbers: Domain<Routes['numbers']> = {
  uses: ['customFields', 'purchase', 'routing'],
  handlers,
  batches: ({ jobs }) => numberWorks(jobs),
};
