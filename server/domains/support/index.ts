/** The area’s face on the server. */
import type { Routes } from '#contract/index.ts';
import { work } from '../../jobs/work.ts';
import type { Domain } from '../domain.ts';
import { handlers } from './handlers.ts';
import { supportMail } from './jobs.ts';
import { mailTicket } from './mail.ts';

export const support: Domain<Routes['support']> = {
  uses: [],
  handlers,
  jobs: [work(supportMail, mailTicket)],
};
