/** Forwards (spec 1.7): every phone the numbers of a company ring, each with what rings it. */

import * as z from 'zod/mini';
import { route } from '../core/route.ts';
import { createListSchema, createPageSizeSchema, createSearchSchema, Id, Page } from '../core/schema.ts';
import { ForwardDestination } from './entities.ts';

export const routes = {
  list: route('GET /companies/{companyId}/forwards', {
    company: 'path.companyId',
    params: { companyId: Id },
    access: 'numbers.read',
    query: { page: Page, per_page: createPageSizeSchema(50, 1_000), q: z.optional(createSearchSchema(100)) },
    reply: createListSchema(ForwardDestination, z.object({ currentPage: z.number(), total: z.number(), lastPage: z.number() })),
    verbatimFields: ['currentPage', 'lastPage'],
    spec: 'CALL-060',
    summary: 'Phones the numbers ring, the most used first, by page; the names of `meta` travel in camelCase',
  }),
};
