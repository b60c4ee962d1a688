/** Phone numbers of a company: reading (spec 1.7 Numbers). */
import * as z from 'zod/mini';
import { PhoneNumber } from './entities.ts';
import { route } from './route.ts';
import { Id, list, Page, PageMeta, pageSize } from './schema.ts';

export const numberSorts = ['label', 'number', 'status', 'routing_type', 'calls30_days', 'created_at'] as const;

export const numbers = {
  list: route('GET /companies/{companyId}/numbers', {
    access: 'numbers.read',
    company: 'path.companyId',
    params: { companyId: Id },
    reply: list(PhoneNumber, z.object({ total: z.number() })),
    spec: 'CALL-053',
    summary: 'All numbers of a company the person works',
  }),
  datatable: route('GET /companies/{companyId}/numbers/datatable', {
    access: 'numbers.read',
    company: 'path.companyId',
    params: { companyId: Id },
    query: {
      page: Page,
      per_page: pageSize(50, 200),
      q: z.optional(z.string().check(z.maxLength(100))),
      status: z.optional(z.coerce.number().check(z.multipleOf(1, 'A status is 0, 1 or 2'), z.gte(0), z.lte(2))),
      sort: z._default(z.enum(numberSorts), 'label'),
      dir: z._default(z.enum(['asc', 'desc']), 'asc'),
    },
    reply: list(PhoneNumber, PageMeta),
    spec: 'CALL-054',
    summary: 'Numbers by page',
  }),
};
