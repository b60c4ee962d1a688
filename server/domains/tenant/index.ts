/** The area’s face on the server. */
import type { Routes } from '#contract/index.ts';
import { work } from '../../jobs/work.ts';
import type { Domain } from '../domain.ts';
import { handlers } from './handlers.ts';
import { domainLook } from './jobs.ts';
import { lookAtDueDomains } from './sweep.ts';

export const tenant: Domain<Routes['tenant']> = {
  uses: ['auth'],
  handlers,
  jobs: [work(domainLook, lookAtDueDomains)],
};
