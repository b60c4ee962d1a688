/** Jobs of the area and what each is given. Who does them stands in its face. */
import { job } from '../../jobs/job.ts';

/** Draws the pages of a fax. */
export const faxPages = job<{ readonly companyId: number; readonly itemId: number }>('fax.pages', { workers: 1, batch: 1, retries: 20, lookSeconds: 5 });
