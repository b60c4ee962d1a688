/** The area’s face on the server. */
import type { Routes } from '#contract/index.ts';
import { work } from '../../jobs/work.ts';
import type { Domain } from '../domain.ts';
import { handlers } from './handlers.ts';
import { runHoldMusicJob } from './holdMusicWorker.ts';
import { callHold } from './jobs.ts';
import { webhooks } from './webhooks.ts';

export const calling: Domain<Routes['calling']> = {
  uses: ['calls', 'conversations', 'dni', 'routing'],
  handlers,
  jobs: [work(callHold, runHoldMusicJob)],
  webhooks,
};
