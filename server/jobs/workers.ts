/** Who does which job. */
import { applyWebhook } from '../carrier/webhooks/apply.ts';
import { sweepCalls } from '../carrier/webhooks/sweep.ts';
import { prune } from '../db/prune.ts';
import { holdCall } from '../domains/calling/hold.ts';
import { transcribeRecording } from '../domains/calls/transcribing.ts';
import { drawPages } from '../domains/faxes/pages.ts';
import { deliver } from '../domains/messaging/deliver.ts';
import { reconcile, sweepMessages } from '../domains/messaging/reconcile.ts';
import { releaseNumber } from '../domains/numbers/removal.ts';
import { followPort } from '../domains/porting/following.ts';
import { sendPort } from '../domains/porting/sending.ts';
import { sweepPorts } from '../domains/porting/sweep.ts';
import { buyNumbers } from '../domains/purchase/buying.ts';
import type { Services } from '../services.ts';

/** Tells the jobs of messages, webhooks and upkeep who does them; before the jobs start. */
export function registerWorkers(services: Services): void {
  services.jobs.work('message.send', (job) => deliver(services, job));
  services.jobs.work('numbers.buy', (job) => buyNumbers(services, job));
  services.jobs.work('ports.send', (job) => sendPort(services, job));
  services.jobs.work('ports.follow', (job) => followPort(services, job));
  services.jobs.work('ports.sweep', () => sweepPorts(services));
  services.jobs.work('numbers.release', (job) => releaseNumber(services, job));
  services.jobs.work('message.reconcile', (job) => reconcile(services, job));
  services.jobs.work('messages.sweep', () => sweepMessages(services));
  services.jobs.work('changes.prune', () => prune(services.tenancy));
  services.jobs.work('calls.sweep', () => sweepCalls(services));
  services.jobs.work('fax.pages', (job) => drawPages(services, job));
  services.jobs.work('recording.transcribe', (job) => transcribeRecording(services, job));
  services.jobs.work('call.hold', (job) => holdCall(services, job));
  services.jobs.work('webhook.apply', ({ webhookId }) => applyWebhook(services, webhookId));
}
