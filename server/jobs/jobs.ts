/** The jobs port: durable work in the same database; a job enqueued in a transaction exists if and only if that transaction commits. */
import type { Job } from './job.ts';

export interface Jobs {
  /** Enqueues within the open transaction (`db()`), to run at `startAt` or at once. `key`: at most one waiting job of that key. */
  enqueue<D>(job: Job<D>, given: D, options?: { readonly startAt?: Date; readonly key?: string }): Promise<void>;
  /** Checks whether a job of that key waits, runs or is to be tried again, as the open transaction sees it. */
  isThere(job: Job<unknown>, key: string): Promise<boolean>;
  /** Says what does a job; called before `start`. Work must be safe to repeat from the start: it may be killed at any point. */
  work<D>(job: Job<D>, worker: (given: D) => Promise<void>): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}
