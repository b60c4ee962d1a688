/** Jobs of the area and what each is given. Who does them stands in its face. */
import { job } from '../../jobs/job.ts';

/** Mails the link of an invitation, where one is still asked for. */
export const inviteMail = job<{ readonly companyId: number; readonly inviteId: number }>('invite.mail', { workers: 1, batch: 8, retries: 8, lookSeconds: 5 });
