/** Calls over roles. */

import * as z from 'zod/mini';
import { permissions, roles } from '../core/permissions.ts';
import { route } from '../core/route.ts';

export const routes = {
  list: route('GET /roles', {
    access: 'session',
    reply: z.object({ data: z.array(z.object({ name: z.enum(roles), permissions: z.array(z.enum(Object.keys(permissions) as [string, ...string[]])) })) }),
    spec: 'CALL-130',
    summary: 'The roles and what each may do',
  }),
};
