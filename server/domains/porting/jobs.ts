/** Jobs of the area and what each is given. Who does them stands in its face. */
import { job } from '../../jobs/job.ts';

/** Sends a port-in request to the carrier. */
export const portsSend = job<{ readonly companyId: number; readonly portId: number }>('ports.send', { workers: 1, batch: 2, retries: 5_000, lookSeconds: 2 });

/** Asks the carrier how a port-in request stands. */
export const portsFollow = job<{ readonly companyId: number; readonly portId: number }>('ports.follow', {
  workers: 1,
  batch: 4,
  retries: 5_000,
  lookSeconds: 2,
});

/** Finds port-in requests whose job is gone. */
export const portsSweep = job('ports.sweep', { workers: 1, batch: 1, retries: 5, lookSeconds: 60, everySeconds: 900 });
