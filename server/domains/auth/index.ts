/** The area’s face on the server. */
import type { Routes } from '#contract/index.ts';
import { work } from '../../jobs/work.ts';
import type { Domain } from '../domain.ts';
import { sendAuthMail } from './authEmailJobs.ts';
import { handlers } from './handlers.ts';
import { authMail, throttlesPrune } from './jobs.ts';
import { pruneThrottles } from './rateLimiter.ts';

export const auth: Domain<Routes['auth']> = {
  uses: [],
  handlers,
  jobs: [work(authMail, sendAuthMail), work(throttlesPrune, async (services) => void (await pruneThrottles(services)))],
};
