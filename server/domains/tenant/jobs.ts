/** Jobs of the area and what each is given; the area's face names their workers. */
import { job } from '../../jobs/job.ts';

/** Looks at the records of domains and senders. */
export const domainLook = job('domain.look', { workers: 1, batch: 1, retries: 3, lookSeconds: 60, everySeconds: 120 });
