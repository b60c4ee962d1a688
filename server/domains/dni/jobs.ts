/** Jobs of the area; their workers stand in its face. */
import { job } from '../../jobs/job.ts';

/** Deletes visitor sessions that are older than the installation keeps them. */
export const visitsPrune = job('visits.prune', { workers: 1, batch: 1, retries: 5, lookSeconds: 60, everySeconds: 3_600 });
