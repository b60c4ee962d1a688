/** Jobs of the area and what each is given. Who does them stands in its face. */
import { job } from '../../jobs/job.ts';

/** Finishes what was begun at the card vendor, hands recorded fees over, and asks the vendor how everything stands. */
export const billingWork = job<{ readonly companyId: number }>('billing.work', { workers: 1, batch: 2, retries: 200, lookSeconds: 2 });

/** Finds companies with something to do, and those the vendor was not asked about for a day. */
export const billingSweep = job('billing.sweep', { workers: 1, batch: 1, retries: 5, lookSeconds: 60, everySeconds: 900 });

/** The key of a company's job: one waits at a time. */
export const formatBillingKey = (companyId: number) => `billing-${companyId}`;
