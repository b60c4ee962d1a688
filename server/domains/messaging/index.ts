/** The area’s face on the server. */
import type { Routes } from '#contract/index.ts';
import { work } from '../../jobs/work.ts';
import type { Domain } from '../domain.ts';
import { handlers } from './handlers.ts';
import { messageReconcile, messageSend, messagesSweep } from './jobs.ts';
import { reconcile, sweepMessages } from './reconcile.ts';
import { deliver } from './sendWorker.ts';
import { webhooks } from './webhooks.ts';

export const messaging: Domain<Routes['messaging']> = {
  uses: ['conversations'],
  handlers,
  jobs: [work(messageSend, deliver), work(messageReconcile, reconcile), work(messagesSweep, sweepMessages)],
  webhooks,
};
