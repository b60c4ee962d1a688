/** Jobs of the area and what each is given. Who does them stands in its face. */
import { job } from '../../jobs/job.ts';

/** Sends a message through the carrier. */
export const messageSend = job<{ readonly companyId: number; readonly itemId: number }>('message.send', { workers: 3, batch: 4, retries: 20, lookSeconds: 1 });

/** Asks the carrier what became of a send whose answer never came. */
export const messageReconcile = job<{ readonly companyId: number; readonly attemptId: string }>('message.reconcile', {
  workers: 1,
  batch: 4,
  retries: 3,
  lookSeconds: 5,
});

/** Finds messages whose job is gone. */
export const messagesSweep = job('messages.sweep', { workers: 1, batch: 1, retries: 5, lookSeconds: 2, everySeconds: 5 });
