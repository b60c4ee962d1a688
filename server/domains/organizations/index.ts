/** The area’s face on the server. */
import type { Routes } from '#contract/index.ts';
import { work } from '../../jobs/work.ts';
import type { Domain } from '../domain.ts';
import { releaseClosed } from './closed.ts';
import { handlers } from './handlers.ts';
import { closedRelease } from './jobs.ts';

export const organizations: Domain<Routes['organizations']> = {
  uses: ['auth', 'billing', 'companies', 'numbers', 'tenant'],
  handlers,
  jobs: [work(closedRelease, releaseClosed)],
};
