/** Jobs of the area; their workers stand in its face. */
import { job } from '../../jobs/job.ts';

/** Looks for reports whose time has come. */
export const reportMailsDue = job('reports.due', { workers: 1, batch: 1, retries: 3, lookSeconds: 30, everySeconds: 60 });

/** Mails one report. `dueAt`: the moment it was due, which tells one mail of a report from the next. */
export const reportMail = job<{ readonly companyId: number; readonly userId: number; readonly mailId: number; readonly dueAt: string }>('reports.mail', {
  workers: 1,
  batch: 4,
  retries: 8,
  lookSeconds: 10,
});
