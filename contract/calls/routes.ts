/** Calls: searching them, one with all that is known of it, what a person says of it (spec 1.3 Call details, 1.7). */

import * as z from 'zod/mini';
import { route } from '../core/route.ts';
import { createClearSchema, createPageSizeSchema, Flag, Id, Page } from '../core/schema.ts';
import { AsyncFlag, exportReply } from '../exports/entities.ts';
import { exportFormats } from '../exports/enums.ts';
import { Call, CallDetail, Qualification } from './entities.ts';
import { callDepartments, callOutcomes } from './enums.ts';
import { callFilters } from './filters.ts';

export const routes = {
  search: route('GET /calls/search', {
    access: 'activity.read',
    company: 'query.company_id',
    query: {
      ...callFilters,
      page: Page,
      size: createPageSizeSchema(50, 200),
      cursor: z.optional(z.string().check(z.maxLength(400))),
      format: z.optional(z.enum(exportFormats)),
      async: AsyncFlag,
    },
    reply: z.object({
      data: z.array(Call),
      meta: z.object({ currentPage: z.number(), perPage: z.number(), nextCursor: z.nullable(z.string()) }),
      ...exportReply,
    }),
    // An export is written down: the handler opens the transaction each of the two needs.
    callsProvider: true,
    spec: 'CALL-008',
    summary:
      'Calls, newest first, by page or by cursor at the same cost at any depth. `q` is looked for in transcripts ("a phrase", -without, or), by `speaker` agent or customer; `caller` is the beginning of a number or a name; calls of several companies where `companies` or `businessUnits` name them, each with its company; a duration is more than minDuration and less than maxDuration. With format and async all it finds is a file (AMB-96), and the reply’s text is shown as a notice',
  }),
  count: route('GET /calls/count', {
    access: 'activity.read',
    company: 'query.company_id',
    query: callFilters,
    reply: z.object({ total: z.number(), isAtLeast: z.boolean() }),
    // Several companies are counted each in a transaction of its own.
    callsProvider: true,
    spec: 'ours',
    summary: 'How many calls a search finds, counted up to 10,000: is_at_least says that there may be more',
  }),
  get: route('GET /calls/{id}', {
    access: 'activity.read',
    company: 'header',
    params: { id: Id },
    reply: CallDetail,
    spec: 'ours',
    summary: 'One call with its steps, recording, transcript, and the history of its caller (AMB-40)',
  }),
  mark: route('PATCH /calls/{id}', {
    access: 'calls.qualify',
    company: 'header',
    params: { id: Id },
    body: z.object({
      ascOptions: z.optional(z.object({ isLead: z.optional(Flag), isAppointment: z.optional(Flag) })),
      qualification: z.optional(Qualification),
      value: z.optional(z.number().check(z.gte(0), z.lte(9_999_999.99))),
      department: z.optional(z.enum(callDepartments)),
      outcome: z.optional(z.enum(callOutcomes)),
      tagIds: z.optional(z.array(Id).check(z.maxLength(50))),
      clear: createClearSchema(['qualification', 'value', 'department', 'outcome']),
    }),
    reply: Call,
    spec: 'CALL-007',
    summary:
      'Says of a call, also while it rings, whether it is a lead or an appointment, how it is qualified, what it is worth, what it was about, its own tags',
  }),
  outcomes: route('PUT /calls/outcomes', {
    access: 'calls.qualify',
    company: 'header',
    body: z.object({ calls: z.array(z.object({ id: Id, outcome: z.optional(z.enum(callOutcomes)) })).check(z.minLength(1), z.maxLength(5_000)) }),
    reply: z.object({ updated: z.number() }),
    spec: 'ours',
    summary: 'Says of many calls at once what they led to, all or none of them; without an outcome it is taken away',
  }),
  tag: route('PUT /calls/tags', {
    access: 'calls.qualify',
    company: 'header',
    body: z.object({ ids: z.array(Id).check(z.minLength(1), z.maxLength(1_000, 'At most 1,000 calls at a time')), tagId: Id, isOn: Flag }),
    reply: z.object({ changed: z.array(z.number()) }),
    spec: 'ours',
    summary: 'Gives calls a tag of their own or takes it off, while they ring and afterwards; answers which of them changed. Tags of a number stay',
  }),
};
