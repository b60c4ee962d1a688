/** The area’s face on the server. */
import type { Routes } from '#contract/index.ts';
import { prune } from '../../db/prune.ts';
import { work } from '../../jobs/work.ts';
import type { Domain } from '../domain.ts';
import { resumeCreation } from './creation.ts';
import { handlers } from './handlers.ts';
import { changesPrune, companiesResume } from './jobs.ts';

export const companies: Domain<Routes['companies']> = {
  uses: ['auth', 'billing', 'customFields', 'notifications', 'purchase'],
  handlers,
  jobs: [work(changesPrune, ({ tenancy }) => prune(tenancy)), work(companiesResume, resumeCreation)],
};
