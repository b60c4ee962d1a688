/** The area’s face on the server. */
import type { Routes } from '#contract/index.ts';
import { work } from '../../jobs/work.ts';
import type { Domain } from '../domain.ts';
import { numberWorks } from './batches.ts';
import { handlers } from './handlers.ts';
import { numbersRelease } from './jobs.ts';
import { releaseNumber } from './removal.ts';

export const numbers: Domain<Routes['numbers']> = {
  handlers,
  jobs: [work(numbersRelease, releaseNumber)],
  batches: ({ jobs }) => numberWorks(jobs),
};
