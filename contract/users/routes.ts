/** Calls over users of a company. */

import * as z from 'zod/mini';
import { route } from '../core/route.ts';
import { createListSchema, Id } from '../core/schema.ts';
import { CompanyUser } from './entities.ts';

export const routes = {
  ofCompany: route('GET /companies/{companyId}/users', {
    access: 'users.read',
    company: 'path.companyId',
    params: { companyId: Id },
    reply: createListSchema(CompanyUser, z.object({ total: z.number() })),
    spec: 'CALL-120',
    summary: 'People of a company',
  }),
};
