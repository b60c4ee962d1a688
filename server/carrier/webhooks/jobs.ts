/** Jobs of the area and what each is given. Who does them stands in its face. */
import { job } from '../../jobs/job.ts';

/** Applies a stored webhook. */
export const webhookApply = job<{ readonly webhookId: number }>('webhook.apply', { workers: 2, batch: 8, retries: 20, lookSeconds: 2 });
