/** Jobs of the area and what each is given. Who does them stands in its face. */
import { job } from '../../jobs/job.ts';

/** Buys the numbers of a purchase. */
export const numbersBuy = job<{ readonly companyId: number; readonly purchaseId: string }>('numbers.buy', {
  workers: 2,
  batch: 2,
  retries: 20,
  lookSeconds: 1,
});

/** Gives a removed number back to the carrier. */
export const numbersRelease = job<{ readonly companyId: number; readonly carrierSid: string }>('numbers.release', {
  workers: 1,
  batch: 4,
  retries: 5_000,
  lookSeconds: 60,
});
