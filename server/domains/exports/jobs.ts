/** Jobs of the area and what each is given. Who does them stands in its face. */
import { job } from '../../jobs/job.ts';

/** Writes the file of an export. */
export const exportRun = job<{ readonly companyId: number; readonly exportId: number }>('export.run', { workers: 1, batch: 1, retries: 10, lookSeconds: 5 });

/** Deletes old exports and their files. */
export const exportsPrune = job('exports.prune', { workers: 1, batch: 1, retries: 5, lookSeconds: 60, everySeconds: 21_600 });
