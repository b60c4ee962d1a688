/** Tags of a company (spec 2.3, 2.7). */

import * as z from 'zod/mini';
import { route } from '../core/route.ts';
import { createListSchema, createNameSchema, Id } from '../core/schema.ts';
import { Tag } from './entities.ts';

const company = { company: 'path.companyId', params: { companyId: Id } } as const;

const one = { company: 'path.companyId', params: { companyId: Id, tagId: Id } } as const;

const Body = z.object({ name: createNameSchema(60), businessUnitId: z.optional(Id) });

export const routes = {
  list: route('GET /companies/{companyId}/tags', {
    access: 'numbers.read',
    ...company,
    reply: createListSchema(Tag, z.object({ total: z.number() })),
    spec: 'CALL-131',
    summary: 'Tags by name',
  }),
  create: route('POST /companies/{companyId}/tags', {
    access: 'numbers.write',
    ...company,
    body: Body,
    reply: Tag,
    spec: 'CALL-132',
    summary: 'Creates a tag; its name is unique in the company, whatever its case',
  }),
  update: route('PUT /companies/{companyId}/tags/{tagId}', {
    access: 'numbers.write',
    ...one,
    body: Body,
    reply: Tag,
    spec: 'CALL-133',
    summary: 'Renames a tag',
  }),
  delete: route('DELETE /companies/{companyId}/tags/{tagId}', {
    access: 'numbers.write',
    ...one,
    reply: z.object({ name: z.string(), numbers: z.array(z.number()) }),
    spec: 'CALL-134',
    summary: 'Deletes a tag; answers which numbers had it, so that it can be made again',
  }),
};
