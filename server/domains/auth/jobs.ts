/** Jobs of the area and what each is given. Who does them stands in its face. */
import { job } from '../../jobs/job.ts';

/** Deletes throttles that ran out. */
export const throttlesPrune = job('throttles.prune', { workers: 1, batch: 1, retries: 5, lookSeconds: 60, everySeconds: 600 });

/** Sends a mail of the account. `address`: from where a code was asked; `host`: the tenant's host it was asked at. */
export const authMail = job<{ readonly kind: 'reset' | 'signup'; readonly email: string; readonly address?: string; readonly host?: string }>('auth.mail', {
  workers: 1,
  batch: 4,
  retries: 8,
  lookSeconds: 5,
});
