/** Calls over users of a company. */

import * as z from 'zod/mini';
import { CurrentUser } from '../auth/entities.ts';
import { MfaCode, NewPassword } from '../auth/secrets.ts';
import { roles } from '../core/permissions.ts';
import { route } from '../core/route.ts';
import { createListSchema, createNameSchema, Id, MessageReply, TimeZone } from '../core/schema.ts';
import { CompanyUser } from './entities.ts';

const own = { access: 'session', params: { userId: Id }, inPerson: true } as const;
const member = { access: 'users.manage', company: 'path.companyId', params: { companyId: Id, userId: Id } } as const;

export const routes = {
  ofCompany: route('GET /companies/{companyId}/users', {
    access: 'users.read',
    company: 'path.companyId',
    params: { companyId: Id },
    reply: createListSchema(CompanyUser, z.object({ total: z.number() })),
    spec: 'CALL-120',
    summary: 'People of a company',
  }),
  updatePassword: route('PUT /users/{userId}/update-password', {
    ...own,
    body: z.object({
      currentPassword: z.string().check(z.minLength(1, 'Enter your password'), z.maxLength(200)),
      password: NewPassword,
      code: z.optional(MfaCode),
    }),
    reply: MessageReply,
    keepsSession: true,
    perMinute: 20,
    spec: 'CALL-121',
    summary: 'Changes the person’s own password, with the current one and, where it is on, a code of the second factor; ends their other sessions',
  }),
  update: route('PUT /users/{userId}', {
    ...own,
    body: z.object({
      firstName: z.optional(createNameSchema(100)),
      lastName: z.optional(createNameSchema(100)),
      timezone: z.optional(TimeZone),
      clear: z.optional(z.array(z.enum(['lastName']))),
    }),
    reply: CurrentUser,
    spec: 'CALL-122',
    summary: 'Changes the person’s own name and time zone',
  }),
  change: route('PUT /company/{companyId}/user/{userId}', {
    ...member,
    body: z.object({ role: z.optional(z.enum(roles)), numbers: z.optional(z.array(Id).check(z.maxLength(1_000, 'Up to 1,000 IDs'))) }),
    reply: CompanyUser,
    spec: 'CALL-123',
    summary:
      'Changes the role of a user in the company and the numbers they work (an empty list: all). Holds from their next request. Old and new rights must be the caller’s own, and a company keeps an owner',
  }),
  remove: route('DELETE /company/{companyId}/user/{userId}', {
    ...member,
    spec: 'CALL-124',
    summary: 'Removes a user from the company; their next request is refused. A company keeps an owner',
  }),
};
