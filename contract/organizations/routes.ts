/** Calls over organizations. */

import * as z from 'zod/mini';
import { CompanySlim } from '../companies/entities.ts';
import { limits } from '../core/limits.ts';
import { route } from '../core/route.ts';
import { createListSchema, createPageSizeSchema, Id } from '../core/schema.ts';
import { Organization } from './entities.ts';
import { accountStatuses } from './enums.ts';

export const routes = {
  list: route('GET /business-units', {
    access: 'session',
    query: { perPage: createPageSizeSchema(limits.organizationsPerPage, limits.organizationsPerPage) },
    reply: createListSchema(Organization, z.object({ total: z.number() })),
    spec: 'CALL-098',
    summary: 'Organizations the person administers or has companies in',
  }),
  get: route('GET /business-units/{id}', {
    access: 'organization.read',
    params: { id: Id },
    reply: Organization,
    spec: 'CALL-099',
    summary: 'One organization',
  }),
  companies: route('GET /business-units/{id}/business-unit-companies', {
    access: 'organization.read',
    params: { id: Id },
    reply: createListSchema(z.object({ ...CompanySlim.shape, status: z.enum(accountStatuses) }), z.object({ total: z.number() })),
    spec: 'CALL-102',
    summary: 'Companies of an organization the person may enter, with their account status',
  }),
};
