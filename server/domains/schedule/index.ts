/** The area’s face on the server. */
import type { Routes } from '#contract/index.ts';
import type { Domain } from '../domain.ts';
import { handlers } from './handlers.ts';

export const schedule: Domain<Routes['schedule']> = {
  uses: [],
  handlers,
};
