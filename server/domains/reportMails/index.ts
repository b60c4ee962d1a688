/** The area’s face on the server. */
import type { Routes } from '#contract/index.ts';
import { work } from '../../jobs/work.ts';
import type { Domain } from '../domain.ts';
import { enqueueDue } from './due.ts';
import { handlers } from './handlers.ts';
import { reportMail, reportMailsDue } from './jobs.ts';
import { sendReportMail } from './send.ts';

export const reportMails: Domain<Routes['reportMails']> = {
  uses: ['analytics', 'auth'],
  handlers,
  jobs: [work(reportMailsDue, enqueueDue), work(reportMail, sendReportMail)],
};
