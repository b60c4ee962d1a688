/** The area’s face on the server. */
import type { Routes } from '#contract/index.ts';
import { work } from '../../jobs/work.ts';
import type { Domain } from '../domain.ts';
import { handlers } from './handlers.ts';
import { numbersBuy, numbersRelease } from './jobs.ts';
import { buyNumbers } from './purchaseWorker.ts';
import { releaseNumber } from './releaseWorker.ts';

export const purchase: Domain<Routes['purchase']> = {
  uses: ['billing', 'routing'],
  handlers,
  jobs: [work(numbersBuy, buyNumbers), work(numbersRelease, releaseNumber)],
};
