/** Jobs of the area; their workers stand in its face. */
import { job } from '../../jobs/job.ts';

/** Delivers what is due at a webhook. */
export const eventHooksDeliver = job<{ readonly companyId: number; readonly hookId: number }>('eventHooks.deliver', {
  workers: 2,
  batch: 2,
  retries: 8,
  lookSeconds: 2,
});

/** Finds webhooks with something due, and attempts whose process is gone. */
export const eventHooksSweep = job('eventHooks.sweep', { workers: 1, batch: 1, retries: 5, lookSeconds: 1, everySeconds: 2 });

/** Mails that a webhook was turned off. `offAt`: the moment, which tells one mail from the next. */
export const eventHooksMail = job<{ readonly companyId: number; readonly hookId: number; readonly offAt: string }>('eventHooks.mail', {
  workers: 1,
  batch: 4,
  retries: 8,
  lookSeconds: 10,
});

/** Takes the oldest deliveries out of the log. */
export const eventHooksPrune = job('eventHooks.prune', { workers: 1, batch: 1, retries: 3, lookSeconds: 60, everySeconds: 3_600 });
