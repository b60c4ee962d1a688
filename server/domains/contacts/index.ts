/** The area’s face on the server. */
import type { Routes } from '#contract/index.ts';
import type { Domain } from '../domain.ts';
import { contactWorks } from './batches.ts';
import { handlers } from './handlers.ts';

export const contacts: Domain<Routes['contacts']> = {
  uses: ['conversations'],
  handlers,
  batches: () => contactWorks,
};
