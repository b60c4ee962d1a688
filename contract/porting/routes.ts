/** Calls over port-in requests. */
import * as z from 'zod/mini';
import { route } from '../core/route.ts';
import { createListSchema, createPageSizeSchema, Id, OwnKey } from '../core/schema.ts';
import { PortCheck, PortRequest, portFields } from './entities.ts';
import { portDocumentKinds } from './enums.ts';

/** Numbers as a person pastes them: any form, between lines, commas, semicolons or tabs. */
const Pasted = z.string().check(z.minLength(3, 'Enter at least one number'), z.maxLength(8_000, 'At most 8,000 characters'));

export const routes = {
  list: route('GET /company/{companyId}/ports', {
    access: 'numbers.buy',
    company: 'path.companyId',
    params: { companyId: Id },
    query: { include: z.optional(z.literal('statuses')), size: createPageSizeSchema(50, 200) },
    reply: createListSchema(PortRequest, z.object({ total: z.number() })),
    spec: 'CALL-061',
    summary: 'Port-in requests, newest first; with what happened to each when statuses are included',
  }),
  get: route('GET /company/{companyId}/ports/{id}', {
    access: 'numbers.buy',
    company: 'path.companyId',
    params: { companyId: Id, id: Id },
    reply: PortRequest,
    spec: 'ours',
    summary: 'One port-in request with what happened to it',
  }),
  check: route('POST /company/{companyId}/numbers/portability', {
    access: 'numbers.buy',
    company: 'path.companyId',
    params: { companyId: Id },
    body: z.object({ numbers: Pasted }),
    reply: PortCheck,
    callsProvider: true,
    perMinute: 30,
    spec: 'ours',
    summary: 'Reads pasted numbers, reports duplicates and invalid ones, and asks the carrier which can be ported in',
  }),
  create: route('POST /company/{companyId}/numbers/port', {
    access: 'numbers.buy',
    company: 'path.companyId',
    params: { companyId: Id },
    body: z.object({ key: OwnKey, numbers: Pasted, ...portFields }),
    multipart: true,
    files: portDocumentKinds,
    callsProvider: true,
    reply: PortRequest,
    perMinute: 20,
    spec: 'CALL-062',
    summary: 'Requests a port-in, with the files `letter` and `bill`. Idempotent by key: one request whatever happens',
  }),
};
