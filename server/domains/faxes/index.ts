/** The area’s face on the server. */
import type { Routes } from '#contract/index.ts';
import { work } from '../../jobs/work.ts';
import type { Domain } from '../domain.ts';
import { handlers } from './handlers.ts';
import { faxPages } from './jobs.ts';
import { drawPages } from './pages.ts';
import { webhooks } from './webhooks.ts';

export const faxes: Domain<Routes['faxes']> = {
  uses: ['conversations', 'messaging'],
  handlers,
  jobs: [work(faxPages, drawPages)],
  webhooks,
};
