/** The area’s face on the server. */
import type { Routes } from '#contract/index.ts';
import { work } from '../../jobs/work.ts';
import type { Domain } from '../domain.ts';
import { buyCatalogNumber } from './buying.ts';
import { sendCode } from './codes.ts';
import { handlers } from './handlers.ts';
import { sendInvitation } from './inviting.ts';
import { catalogBuy, catalogCode, catalogInvite, catalogSupport, catalogSweep } from './jobs.ts';
import { sweepCatalog } from './sweep.ts';
import { mailUpload } from './uploads.ts';

export const catalog: Domain<Routes['catalog']> = {
  uses: ['auth', 'purchase'],
  handlers,
  jobs: [
    work(catalogCode, sendCode),
    work(catalogBuy, buyCatalogNumber),
    work(catalogInvite, sendInvitation),
    work(catalogSupport, mailUpload),
    work(catalogSweep, sweepCatalog),
  ],
};
