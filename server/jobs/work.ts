/** A job, and who does it. */

import type { Services } from '../services.ts';
import type { Job } from './job.ts';

/** A job, and who does it. Work must be safe to repeat from the start: it may be killed at any point. */
export interface Work {
  readonly job: Job<unknown>;
  /** Tells the jobs port who does it; before it starts. */
  register(services: Services): void;
}

/** Says who does a job. */
export const work = <D>(of: Job<D>, run: (services: Services, given: D) => Promise<void>): Work => ({
  job: of,
  register: (services) => services.jobs.work(of, (given) => run(services, given)),
});
