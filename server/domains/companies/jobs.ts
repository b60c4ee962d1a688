/** Jobs of the area and what each is given. Who does them stands in its face. */
import { job } from '../../jobs/job.ts';

/** Deletes old changes and lookups. */
export const changesPrune = job('changes.prune', { workers: 1, batch: 1, retries: 5, lookSeconds: 60, everySeconds: 3_600 });

/** Goes on with a new company whose request got no answer. */
export const companiesResume = job<{ readonly companyId: number }>('companies.resume', { workers: 1, batch: 1, retries: 10, lookSeconds: 2 });
