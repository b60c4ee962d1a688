/** Jobs of the area and what each is given. Who does them stands in its face. */
import { job } from '../../jobs/job.ts';

/** Does at the carrier what a call whose caller hears hold music needs now. `overRound`: one has rung long enough; `emptied`: a queue that is left. */
export const callHold = job<{
  readonly companyId: number;
  readonly numberId: number;
  readonly callSid: string;
  readonly overRound?: number;
  readonly emptied?: string;
}>('call.hold', { workers: 3, batch: 4, retries: 20, lookSeconds: 1 });

/** Lets a browser go at the carrier whose person declined: the call may ring in a window that is gone. */
export const callDecline = job<{ readonly carrierSid: string }>('call.decline', { workers: 1, batch: 4, retries: 5, lookSeconds: 1 });

/** Finds calls whose end was never told, and webhooks that were not applied. */
export const callsSweep = job('calls.sweep', { workers: 1, batch: 1, retries: 5, lookSeconds: 5, everySeconds: 15 });
