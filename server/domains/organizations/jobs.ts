/** Jobs of the area and what each is given. Who does them stands in its face. */
import { job } from '../../jobs/job.ts';

/** Removes the numbers of companies that have been closed for 30 days. */
export const closedRelease = job('organizations.releaseClosed', { workers: 1, batch: 1, retries: 5, lookSeconds: 60, everySeconds: 3_600 });
