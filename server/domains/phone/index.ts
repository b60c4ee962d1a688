/** The area’s face on the server. */
import type { Routes } from '#contract/index.ts';
import type { Domain } from '../domain.ts';
import { handlers } from './handlers.ts';

export const phone: Domain<Routes['phone']> = {
  uses: ['calling', 'messaging', 'routing'],
  handlers,
};
