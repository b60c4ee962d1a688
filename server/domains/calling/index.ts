/** The area’s face on the server. */
import type { Routes } from '#contract/index.ts';
import { work } from '../../jobs/work.ts';
import type { Domain } from '../domain.ts';
import { handlers } from './handlers.ts';
import { runHoldMusicJob } from './holdMusicWorker.ts';
import { callDecline, callHold } from './jobs.ts';
import { letDeclinedGo } from './offers.ts';
import { webhooks } from './webhooks.ts';

export const calling: Domain<Routes['calling']> = {
  uses: ['calls', 'conversations', 'dni', 'routing'],
  handlers,
  jobs: [work(callHold, runHoldMusicJob), work(callDecline, letDeclinedGo)],
  webhooks,
};
