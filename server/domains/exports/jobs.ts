/** Jobs of the area and what each is given. Who does them stands in its face. */
import { job } from '../../jobs/job.ts';

/** Deletes old exports and their files. */
export const exportsPrune = job('exports.prune', { workers: 1, batch: 1, retries: 5, lookSeconds: 60, everySeconds: 21_600 });
