/** The area’s face on the server. */
import type { Routes } from '#contract/index.ts';
import { work } from '../../jobs/work.ts';
import type { Domain } from '../domain.ts';
import { deliverEvents, enqueueDueDeliveries, pruneDeliveries } from './deliver.ts';
import { handlers } from './handlers.ts';
import { eventHooksDeliver, eventHooksPrune, eventHooksSweep } from './jobs.ts';

export const eventHooks: Domain<Routes['eventHooks']> = {
  uses: ['calls', 'campaigns', 'conversations'],
  handlers,
  jobs: [work(eventHooksDeliver, deliverEvents), work(eventHooksSweep, enqueueDueDeliveries), work(eventHooksPrune, pruneDeliveries)],
};
