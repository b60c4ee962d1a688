/** Jobs of the area and what each is given. Who does them stands in its face. */
import { job } from '../../jobs/job.ts';

/** Moves a registration on at the carrier: what is missing is made, how it stands is asked. */
export const registrationWork = job<{ readonly companyId: number; readonly campaignId: number }>('registration.work', {
  workers: 1,
  batch: 2,
  retries: 5_000,
  lookSeconds: 2,
});

/** Finds registrations whose job is gone. */
export const registrationSweep = job('registration.sweep', { workers: 1, batch: 1, retries: 5, lookSeconds: 60, everySeconds: 900 });

/** The key of a registration's job: one waits at a time. */
export const formatRegistrationKey = (campaignId: number) => `registration-${campaignId}`;
