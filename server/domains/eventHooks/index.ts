/** The area’s face on the server. */
import type { Routes } from '#contract/index.ts';
import { work } from '../../jobs/work.ts';
import type { Domain } from '../domain.ts';
import { deliverEvents, enqueueDueDeliveries, pruneDeliveries } from './deliver.ts';
import { handlers } from './handlers.ts';
import { eventHooksDeliver, eventHooksMail, eventHooksPrune, eventHooksSweep } from './jobs.ts';
import { mailTurnedOff } from './offMail.ts';

export const eventHooks: Domain<Routes['eventHooks']> = {
  uses: ['auth', 'calls', 'campaigns', 'conversations'],
  handlers,
  jobs: [
    work(eventHooksDeliver, deliverEvents),
    work(eventHooksSweep, enqueueDueDeliveries),
    work(eventHooksPrune, pruneDeliveries),
    work(eventHooksMail, mailTurnedOff),
  ],
};
