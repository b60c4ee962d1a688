/** Phone numbers of a company (spec 1.3, 1.7 Numbers): reading, changing, removing, one or thousands. */
import * as z from 'zod/mini';
import { batchReply } from '../core/entities.ts';
import { route } from '../core/route.ts';
import {
  createClearSchema,
  createListSchema,
  createNameSchema,
  createOptionalTextSchema,
  createPageSizeSchema,
  createRequiredPageSizeSchema,
  createTextSchema,
  Flag,
  Id,
  Key,
  OwnKey,
  Page,
  PageMeta,
} from '../core/schema.ts';
import { Purchase } from '../purchase/entities.ts';
import { routingChanges } from '../routing/entities.ts';
import {
  FieldValue,
  NumberChanges,
  NumberDetail,
  NumberFilter,
  NumberTrigger,
  numberChoice,
  PhoneNumber,
  RemovalImpact,
  Status,
  switches,
} from './entities.ts';
import { numberSorts, triggerActions, triggerEvents } from './enums.ts';

const include = { include: z.optional(z.literal('sms-verification')) };

const one = { company: 'header', params: { id: Id } } as const;

const ofCompany = { company: 'path.companyId', params: { companyId: Id } } as const;

export const routes = {
  list: route('GET /companies/{companyId}/numbers', {
    access: 'numbers.read',
    ...ofCompany,
    query: { size: z.optional(createRequiredPageSizeSchema(1_000)), after: z.optional(Id) },
    reply: createListSchema(PhoneNumber, z.object({ total: z.number() })),
    spec: 'CALL-053',
    summary: 'All numbers of a company the person works, by label; with `size` so many behind the number `after`',
  }),
  datatable: route('GET /companies/{companyId}/numbers/datatable', {
    access: 'numbers.read',
    ...ofCompany,
    query: {
      page: Page,
      per_page: createPageSizeSchema(50, 200),
      ...NumberFilter.shape,
      sort: z._default(z.enum(numberSorts), 'label'),
      dir: z._default(z.enum(['asc', 'desc']), 'asc'),
    },
    reply: createListSchema(PhoneNumber, PageMeta),
    spec: 'CALL-054',
    summary: 'Numbers by page',
  }),
  get: route('GET /numbers/list/{idOrNumber}', {
    access: 'numbers.read',
    company: 'header',
    params: { idOrNumber: createTextSchema(40) },
    query: include,
    reply: NumberDetail,
    spec: 'CALL-048',
    summary: 'One number, by its id or by the number itself',
  }),
  update: route('PUT /numbers/{id}', {
    access: 'numbers.write',
    ...one,
    query: include,
    body: z.object({
      label: z.optional(createNameSchema(100)),
      status: z.optional(Status),
      ...switches,
      tags: z.optional(z.array(Id).check(z.maxLength(50))),
      eavAttributeValues: z.optional(z.array(FieldValue).check(z.maxLength(50))),
      clear: createClearSchema(['label', 'greetingId', 'voicemailGreetingId']),
      ...routingChanges,
    }),
    reply: NumberDetail,
    spec: 'CALL-049',
    summary:
      'Changes a number: label, status, switches, the whole list of its tags, values of custom fields, and its routing: routes as a list (AMB-98), hours, greetings, recording. With `version` of the routing that was read, 409 when it changed in between',
  }),
  remove: route('POST /numbers/{id}/remove', {
    access: 'numbers.buy',
    ...one,
    reply: NumberDetail,
    spec: 'CALL-050',
    summary: 'Removes a number: it rings no more at once, and leaves the carrier a day later',
  }),
  restore: route('POST /numbers/{id}/restore', {
    access: 'numbers.buy',
    ...one,
    reply: NumberDetail,
    spec: 'ours',
    summary: 'Takes a removal back while the carrier still has the number',
  }),
  rotate: route('POST /numbers/{id}/rotate', {
    access: 'numbers.buy',
    ...one,
    callsProvider: true,
    body: z.object({ key: OwnKey }),
    reply: Purchase,
    perMinute: 60,
    spec: 'CALL-051',
    summary: 'Puts another number of the same area in the place of this one; label, tags and history stay. Idempotent by key',
  }),
  impact: route('POST /companies/{companyId}/numbers/impact', {
    access: 'numbers.read',
    ...ofCompany,
    body: z.object(numberChoice),
    reply: RemovalImpact,
    spec: 'ours',
    summary: 'What removing these numbers would cut off',
  }),
  triggers: route('PUT /companies/{companyId}/triggers', {
    access: 'numbers.write',
    ...ofCompany,
    body: z.object({
      upsert: z._default(
        z
          .array(
            z.object({
              id: z.optional(Id),
              numberId: Id,
              event: z.enum(triggerEvents),
              action: z.enum(triggerActions),
              value: createOptionalTextSchema(500),
              isEnabled: z._default(Flag, true),
            }),
          )
          .check(z.maxLength(100)),
        [],
      ),
      remove: z._default(z.array(Id).check(z.maxLength(100)), []),
    }),
    reply: z.object({ triggers: z.array(NumberTrigger) }),
    spec: 'CALL-052',
    summary: 'Saves triggers: added and edited ones, and those to be deleted; answers all triggers of the numbers concerned',
  }),
  bulkUpdate: route('PUT /v1/numbers', {
    access: 'numbers.write',
    company: 'header',
    body: z.object({ key: OwnKey, ...numberChoice, ...NumberChanges.shape, ...NumberFilter.shape, set: z.optional(NumberChanges) }),
    ...batchReply,
    spec: 'CALL-057',
    summary: 'Changes many numbers as a batch; filters and changes flat, or under `filter` and `set`. A count other than the one shown: 409. Idempotent by key',
  }),
  bulkPreview: route('POST /companies/{companyId}/numbers/bulk-preview', {
    access: 'numbers.write',
    ...ofCompany,
    body: z.object({ ...numberChoice, set: NumberChanges }),
    reply: z.object({
      count: z.number(),
      changed: z.number(),
      skipped: z.array(z.object({ count: z.number(), reason: z.string() })),
      sample: z.array(z.string()),
    }),
    spec: 'ours',
    summary: 'What a bulk update would do, without doing it',
  }),
  bulkRemove: route('POST /numbers/remove-bulk', {
    access: 'numbers.buy',
    company: 'header',
    body: z.object({ key: OwnKey, ...numberChoice, ...NumberFilter.shape }),
    ...batchReply,
    spec: 'CALL-058',
    summary: 'Removes many numbers as a batch. Idempotent by key',
  }),
  undoBulk: route('POST /companies/{companyId}/numbers/bulk/{key}/undo', {
    access: 'numbers.write',
    company: 'path.companyId',
    params: { companyId: Id, key: Key },
    ...batchReply,
    spec: 'ours',
    summary: 'Takes a bulk update or removal of numbers back, or a template or hours that were put on them, row by row',
  }),
};
