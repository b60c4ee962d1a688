/** The area’s face on the server. */
import type { Routes } from '#contract/index.ts';
import { work } from '../../jobs/work.ts';
import type { Domain } from '../domain.ts';
import { sendAuthMail } from './authEmailJobs.ts';
import { handlers } from './handlers.ts';
import { authMail } from './jobs.ts';

export const auth: Domain<Routes['auth']> = {
  uses: [],
  handlers,
  jobs: [work(authMail, sendAuthMail)],
};
