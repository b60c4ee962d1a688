/** All work of the areas: their handlers, their jobs, and what their batches do. */
import type { Routes } from '#contract/index.ts';
import * as areas from './areas.ts';
import type { BatchHandler } from './batches/batchHandler.ts';
import { batchRun } from './batches/jobs.ts';
import { runBatch } from './batches/worker.ts';
import { applyWebhook } from './carrier/webhooks/apply.ts';
import { webhookApply } from './carrier/webhooks/jobs.ts';
import { sweepCalls } from './carrier/webhooks/sweep.ts';
import { callsSweep } from './domains/calling/jobs.ts';
import type { Domain } from './domains/domain.ts';
import type { HandlerTable } from './http/api.ts';
import { type Work, work } from './jobs/work.ts';
import type { Services } from './services.ts';

// An area or a route that is missing does not compile.
const domains: { readonly [A in keyof Routes]: Domain<Routes[A]> } = areas;
const faces: readonly Pick<Domain<Record<never, never>>, 'jobs' | 'batches'>[] = Object.values(domains);

/** Handlers by area and name. */
export const handlers = Object.fromEntries(Object.entries(domains).map(([name, domain]) => [name, domain.handlers])) as HandlerTable;

const batchWorks = (services: Services): ReadonlyMap<string, BatchHandler> =>
  new Map(faces.flatMap(({ batches }) => Object.entries(batches?.(services) ?? {})));

/** Every job, and who does it. */
export const allWork: readonly Work[] = [
  ...faces.flatMap(({ jobs = [] }) => jobs),
  work(batchRun, (services, given) => runBatch(services, batchWorks(services), given)),
  work(webhookApply, (services, { webhookId }) => applyWebhook(services, webhookId)),
  work(callsSweep, sweepCalls),
];
export const allJobs = allWork.map(({ job }) => job);
