/** Blocked callers (spec 1.3, 1.7): on one number, or everywhere. */
import * as z from 'zod/mini';
import { route } from '../core/route.ts';
import { createListSchema, createPageSizeSchema, Flag, Id, Page, PageMeta, PhoneInput } from '../core/schema.ts';
import { numberLimits } from '../numbers/limits.ts';
import { BlockedCaller, Unreadable } from './entities.ts';
import { blockActions } from './enums.ts';

/** Fields for the scope of a block. Without either it applies everywhere. */
const where = { numberId: z.optional(Id), global: z.optional(Flag), action: z.optional(z.enum(blockActions)) };

export const routes = {
  list: route('GET /blocks/{companyId}', {
    access: 'blocks.read',
    company: 'path.companyId',
    params: { companyId: Id },
    query: { page: Page, per_page: createPageSizeSchema(numberLimits.blocksPerPageDefault, numberLimits.blocksPerPageDefault) },
    reply: createListSchema(BlockedCaller, PageMeta),
    spec: 'CALL-063',
    summary: 'Blocked callers, newest first; 1000 a page unless asked otherwise (AMB-17)',
  }),
  create: route('POST /blocks', {
    access: 'blocks.write',
    company: 'body.companyId',
    body: z.object({ companyId: z.optional(Id), target: PhoneInput, ...where }),
    reply: BlockedCaller,
    spec: 'CALL-064',
    summary: 'Blocks a caller; one that is blocked there already stays so',
  }),
  delete: route('DELETE /blocks/{id}', {
    access: 'blocks.write',
    company: 'header',
    params: { id: Id },
    spec: 'CALL-065',
    summary: 'Unblocks a caller',
  }),
  bulkCreate: route('POST /companies/{companyId}/blocks/bulk', {
    access: 'blocks.write',
    company: 'path.companyId',
    params: { companyId: Id },
    body: z.object({ targets: z.array(z.string().check(z.maxLength(60))).check(z.minLength(1), z.maxLength(numberLimits.blocksPasted)), ...where }),
    reply: z.object({ blocked: z.array(z.number()), already: z.number(), refused: z.array(Unreadable) }),
    spec: 'ours',
    summary: 'Blocks a list of callers; `blocked` are the ids of what is new, `refused` the lines that are no phone numbers',
  }),
  bulkDelete: route('POST /companies/{companyId}/blocks/bulk-delete', {
    access: 'blocks.write',
    company: 'path.companyId',
    params: { companyId: Id },
    body: z.object({ ids: z.array(Id).check(z.minLength(1), z.maxLength(numberLimits.blocksPasted)) }),
    reply: z.object({ unblocked: z.number() }),
    spec: 'ours',
    summary: 'Unblocks several callers; ids that are not there are passed over',
  }),
};
