/** Jobs of the area and what each is given. Who does them stands in its face. */
import { job } from '../../jobs/job.ts';

/** Deletes the rows of imports that ended a day ago: they are copies of people's data. */
export const importsPrune = job('imports.prune', { workers: 1, batch: 1, retries: 5, lookSeconds: 60, everySeconds: 3_600 });
