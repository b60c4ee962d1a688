/** The area’s face on the server. */
import type { Routes } from '#contract/index.ts';
import { work } from '../../jobs/work.ts';
import type { Domain } from '../domain.ts';
import { handlers } from './handlers.ts';
import { registrationSweep, registrationWork } from './jobs.ts';
import { sweepRegistrations } from './sweep.ts';
import { webhooks } from './webhooks.ts';
import { workOnRegistration } from './worker.ts';

export const smsVerification: Domain<Routes['smsVerification']> = {
  uses: ['contacts'],
  handlers,
  jobs: [work(registrationWork, workOnRegistration), work(registrationSweep, sweepRegistrations)],
  webhooks,
};
