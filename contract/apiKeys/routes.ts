/** Calls over API keys. An addition of ours. */
import * as z from 'zod/mini';
import { route } from '../core/route.ts';
import { createListSchema, createNameSchema, Id } from '../core/schema.ts';
import { ApiKey, ApiKeyWithSecret } from './entities.ts';
import { apiKeyRoles, apiKeyScopes } from './enums.ts';
import { apiKeyLimits as limits } from './limits.ts';

const ofCompany = { access: 'apiKeys.manage', company: 'path.companyId', params: { companyId: Id } } as const;

const days = z.int('Enter a whole number of days').check(z.gte(1, 'At least one day'), z.lte(limits.days, `At most ${limits.days} days`));

export const routes = {
  list: route('GET /companies/{companyId}/api-keys', {
    ...ofCompany,
    reply: createListSchema(ApiKey, z.object({ total: z.number() })),
    spec: 'ours',
    summary: 'API keys of the company, by their name',
  }),
  create: route('POST /companies/{companyId}/api-keys', {
    ...ofCompany,
    inPerson: true,
    body: z.object({
      name: createNameSchema(limits.name),
      role: z.enum(apiKeyRoles),
      scope: z.enum(apiKeyScopes),
      expiresInDays: z.optional(z.nullable(days)),
    }),
    perMinute: 20,
    reply: ApiKeyWithSecret,
    spec: 'ours',
    summary:
      'Makes an API key, sent as `Authorization: Bearer …`. `secret` is shown this once; a name the company has already is refused with 409. A key reaches the calls of its company that its role may make, and none of a person, an organization or staff',
  }),
  delete: route('DELETE /companies/{companyId}/api-keys/{id}', {
    access: 'apiKeys.manage',
    company: 'path.companyId',
    params: { companyId: Id, id: Id },
    spec: 'ours',
    summary: 'Deletes an API key: from now on it is refused',
  }),
};
