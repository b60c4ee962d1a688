/** The call of the audit log. */
import * as z from 'zod/mini';
import { route } from '../core/route.ts';
import { createListSchema, createPageSizeSchema, createSearchSchema, Flag, Id, Page, PageMeta } from '../core/schema.ts';
import { AuditEntry } from './entities.ts';

export const routes = {
  list: route('GET /companies/{companyId}/audit', {
    access: 'audit.read',
    company: 'path.companyId',
    params: { companyId: Id },
    query: { page: Page, perPage: createPageSizeSchema(50, 100), staff: z.optional(Flag), q: z.optional(createSearchSchema(100)) },
    reply: createListSchema(AuditEntry, PageMeta),
    spec: 'ours',
    summary:
      'What administrators did in the company and its organization, and everything that support staff did or read as its users, newest first. staff: theirs alone',
  }),
};
