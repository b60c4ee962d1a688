/** The area’s face on the server. */
import type { Routes } from '#contract/index.ts';
import type { Domain } from '../domain.ts';
import { conversationWorks } from './batches.ts';
import { handlers } from './handlers.ts';

export const conversations: Domain<Routes['conversations']> = {
  uses: ['me', 'notifications'],
  handlers,
  batches: () => conversationWorks,
};
