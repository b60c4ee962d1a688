/** The area’s face on the server. */
import type { Routes } from '#contract/index.ts';
import { work } from '../../jobs/work.ts';
import type { Domain } from '../domain.ts';
import { handlers } from './handlers.ts';
import { billingSweep, billingWork } from './jobs.ts';
import { sweepBilling, webhooks, workOnBilling } from './worker.ts';

export const billing: Domain<Routes['billing']> = {
  uses: [],
  handlers,
  jobs: [work(billingWork, workOnBilling), work(billingSweep, sweepBilling)],
  webhooks,
};
