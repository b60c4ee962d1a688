/** Forwards (spec 1.7): every phone the numbers of a company ring, each with what rings it. */
import * as z from 'zod/mini';
import { route } from './route.ts';
import { Id, list, Page, pageSize } from './schema.ts';

/** One place where a destination is rung: an extension of a number. `label` is the extension's. */
export const ForwardUse = z.object({
  numberId: z.number(),
  number: z.string(),
  numberLabel: z.string(),
  extension: z.number(),
  label: z.string(),
});
export type ForwardUse = z.output<typeof ForwardUse>;

/** A destination. `ownLabel` is there where it is a number of the company itself; `uses` are the first twenty of `rungBy`. */
export const ForwardDestination = z.object({
  number: z.string(),
  ownLabel: z.nullable(z.string()),
  rungBy: z.number(),
  uses: z.array(ForwardUse),
});
export type ForwardDestination = z.output<typeof ForwardDestination>;

/** Uses told of one destination. */
export const forwardUsesTold = 20;

export const forwards = {
  list: route('GET /companies/{companyId}/forwards', {
    company: 'path.companyId',
    params: { companyId: Id },
    access: 'numbers.read',
    query: { page: Page, per_page: pageSize(50, 1_000), q: z.optional(z.string().check(z.maxLength(100))) },
    reply: list(ForwardDestination, z.object({ currentPage: z.number(), total: z.number(), lastPage: z.number() })),
    printed: ['currentPage', 'lastPage'],
    spec: 'CALL-060',
    summary: 'Phones the numbers ring, the most used first, by page; the names of `meta` travel in camelCase',
  }),
};
