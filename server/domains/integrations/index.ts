/** The area’s face on the server. */
import type { Routes } from '#contract/index.ts';
import { work } from '../../jobs/work.ts';
import type { Domain } from '../domain.ts';
import { tellEndings } from './endings.ts';
import { handlers } from './handlers.ts';
import { conversionsSend, conversionsSweep, oauthEndings, oauthRevoke } from './jobs.ts';
import { revokeGrants } from './revoke.ts';
import { enqueueDueConversions, sendConversions } from './send.ts';

export const integrations: Domain<Routes['integrations']> = {
  uses: ['auth', 'calls'],
  handlers,
  jobs: [
    work(conversionsSend, sendConversions),
    work(conversionsSweep, enqueueDueConversions),
    work(oauthRevoke, revokeGrants),
    work(oauthEndings, tellEndings),
  ],
};
