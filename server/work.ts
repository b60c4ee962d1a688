/** All work of the areas: their handlers, their jobs, their webhooks, and what their batches do. */
import type { Routes } from '#contract/index.ts';
import * as areas from './areas.ts';
import type { BatchHandler } from './batches/batchHandler.ts';
import { batchRun } from './batches/jobs.ts';
import { runBatch } from './batches/worker.ts';
import { applyWebhook } from './carrier/webhooks/apply.ts';
import { webhookApply } from './carrier/webhooks/jobs.ts';
import { applyGivenUp, applyUnanswered } from './carrier/webhooks/sweep.ts';
import { callsSweep } from './domains/calling/jobs.ts';
import { endSilent } from './domains/calling/staleCalls.ts';
import type { Domain } from './domains/domain.ts';
import type { HandlerTable } from './http/api.ts';
import { forgetRequestKeys, requestKeysPrune } from './http/requestKeys.ts';
import { type Work, work } from './jobs/work.ts';
import type { Services } from './services.ts';

// An area or a route that is missing does not compile.
const domains: { readonly [A in keyof Routes]: Domain<Routes[A]> } = areas;
const faces: readonly Pick<Domain<Record<never, never>>, 'jobs' | 'webhooks' | 'batches'>[] = Object.values(domains);

/** Handlers by area and name. */
export const handlers = Object.fromEntries(Object.entries(domains).map(([name, domain]) => [name, domain.handlers])) as HandlerTable;

/** Webhooks of all areas. */
export const allWebhooks = faces.flatMap(({ webhooks = [] }) => webhooks);
const webhookTable = new Map(allWebhooks.map((webhook) => [webhook.kind, webhook]));

const batchWorks = (services: Services): ReadonlyMap<string, BatchHandler> =>
  new Map(faces.flatMap(({ batches }) => Object.entries(batches?.(services) ?? {})));

/** Ends calls the carrier told no end of only once what it did tell is applied. */
async function sweepCalls(services: Services): Promise<void> {
  await applyUnanswered(services, webhookTable);
  await endSilent(services);
  await applyGivenUp(services, webhookTable);
}

/** Every job, and who does it. */
export const allWork: readonly Work[] = [
  ...faces.flatMap(({ jobs = [] }) => jobs),
  work(batchRun, (services, given) => runBatch(services, batchWorks(services), given)),
  work(webhookApply, (services, { webhookId }) => applyWebhook(services, webhookTable, webhookId)),
  work(callsSweep, sweepCalls),
  work(requestKeysPrune, forgetRequestKeys),
];
export const allJobs = allWork.map(({ job }) => job);
