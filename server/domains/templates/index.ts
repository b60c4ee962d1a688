/** The area’s face on the server. */
import type { Routes } from '#contract/index.ts';
import type { Domain } from '../domain.ts';
import { templateWorks } from './batches.ts';
import { handlers } from './handlers.ts';

export const templates: Domain<Routes['templates']> = {
  uses: ['routing'],
  handlers,
  batches: () => templateWorks,
};
