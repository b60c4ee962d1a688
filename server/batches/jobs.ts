/** Jobs of the area and what each is given. Who does them stands in its face. */
import { job } from '../jobs/job.ts';

/** Runs a batch to its end. */
export const batchRun = job<{ readonly companyId: number; readonly batchId: string }>('batch.run', { workers: 2, batch: 2, retries: 20, lookSeconds: 5 });
