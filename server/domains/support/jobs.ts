/** Jobs of the area and what each is given. Who does them stands in its face. */
import { job } from '../../jobs/job.ts';

/** Mails a ticket to the support address; tried for days where the mail server is away. */
export const supportMail = job<{ readonly companyId: number; readonly ticketId: number }>('support.mail', {
  workers: 1,
  batch: 2,
  retries: 200,
  lookSeconds: 5,
});
