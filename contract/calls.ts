/** Calls: searching them, one with all that is known of it, what a person says of it (spec 1.3 Call details, 1.7). */
import * as z from 'zod/mini';
import { Actor, AttributeValue, Item, Media } from './entities.ts';
import { answerStatuses, callDepartments, callerKinds, callOutcomes, callResults, speakers } from './enums.ts';
import { route } from './route.ts';
import { clear, enumList, Flag, Id, IdList, list, Page, pageSize, TimeZone } from './schema.ts';

const id = z.number();
const Qualification = z.union([z.literal(1), z.literal(2), z.literal(3)]);

/** A call as lists show it. `isInbound` 0 is outbound (RULE-141); durations are seconds, `value` is money of the company. */
export const Call = z.object({
  id,
  /** null for a call that never became a thread. */
  conversationId: z.nullable(id),
  recipient: z.string(),
  contact: z.nullable(z.object({ id, name: z.string() })),
  number: z.object({ id, label: z.string(), number: z.string() }),
  isInbound: z.union([z.literal(0), z.literal(1)]),
  result: z.enum(callResults),
  startedAt: z.string(),
  ringSeconds: z.number(),
  duration: z.number(),
  answeredBy: z.nullable(z.string()),
  isFirstContact: z.boolean(),
  ascOptions: z.object({ isLead: z.boolean(), isAppointment: z.boolean() }),
  qualification: z.nullable(Qualification),
  value: z.nullable(z.number()),
  department: z.nullable(z.enum(callDepartments)),
  outcome: z.nullable(z.enum(callOutcomes)),
  /** Its own, and those of its number. */
  tags: z.array(z.object({ id, name: z.string() })),
  hasMedia: z.boolean(),
  hasTranscription: z.boolean(),
});
export type Call = z.output<typeof Call>;

/** A stretch of speech; seconds since the recording began. */
export const TranscriptSegment = z.object({
  channel: z.number(),
  speaker: z.enum(speakers),
  transcript: z.string(),
  startTime: z.number(),
  endTime: z.number(),
});
export type TranscriptSegment = z.output<typeof TranscriptSegment>;

/** Transcript of a call. Talk percentages are 0 without statistics (RULE-142). */
export const Transcription = z.object({
  agentTalkPercentage: z.number(),
  clientTalkPercentage: z.number(),
  segments: z.array(TranscriptSegment),
  channelMetadata: z.record(z.string(), z.unknown()),
});
export type Transcription = z.output<typeof Transcription>;

/** The newest note of a call, in short. */
export const CallNote = z.object({ id, body: z.string(), author: z.nullable(Actor), createdAt: z.string() });

/** One call with all that is known of it (spec 1.3 Call details). `steps` carry seconds since the start. */
export const CallDetail = z.object({
  ...Call.shape,
  media: z.nullable(Media),
  steps: z.array(z.object({ step: z.string(), at: z.number(), detail: z.nullable(z.string()) })),
  note: z.nullable(CallNote),
  history: z.object({ firstCallDate: z.nullable(z.string()), totalCalls: z.number() }),
  transcription: z.nullable(Transcription),
  /** Its custom fields: its own value, else the default of the field. */
  customAttributeValues: z.array(AttributeValue),
});
export type CallDetail = z.output<typeof CallDetail>;

const Day = z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'A date such as 2026-03-05')));
const Seconds = z.optional(z.coerce.number().check(z.multipleOf(1, 'Whole seconds'), z.gte(0), z.lte(86_400)));
const name = z.optional(z.string().check(z.maxLength(100)));

/** Filters of calls, spelled as the spec spells it for the search (1.7); the last five are ours. */
export const callFilters = {
  company_id: z.optional(Id),
  q: z.optional(z.string().check(z.maxLength(200))),
  numbers: z.optional(IdList),
  companies: z.optional(IdList),
  businessUnits: z.optional(IdList),
  is_first_contact: z.optional(Flag),
  startDate: Day,
  endDate: Day,
  speaker: z.optional(z.enum(speakers)),
  qualification: z.optional(z.coerce.number().check(z.refine((value) => [1, 2, 3].includes(value), 'A qualification is 1, 2 or 3'))),
  minDuration: Seconds,
  tag_ids: z.optional(IdList),
  callers: z.optional(z.enum(callerKinds)),
  answerStatus: z.optional(enumList(answerStatuses)),
  answered_by: name,
  tz: z.optional(TimeZone),
  maxDuration: Seconds,
  caller: name,
  isInbound: z.optional(Flag),
  isLead: z.optional(Flag),
  isAppointment: z.optional(Flag),
} as const;

export const calls = {
  search: route('GET /calls/search', {
    access: 'activity.read',
    company: 'query.company_id',
    query: { ...callFilters, page: Page, size: pageSize(50, 200), cursor: z.optional(z.string().check(z.maxLength(400))) },
    reply: list(Call, z.object({ currentPage: z.number(), perPage: z.number(), nextCursor: z.nullable(z.string()) })),
    spec: 'CALL-008',
    summary:
      'Calls, newest first, by page or by cursor at the same cost at any depth. `q` is looked for in transcripts ("a phrase", -without, or), by `speaker` agent or customer; `caller` is the beginning of a number or a name; `companies` and `businessUnits` must name the selected company; a duration is more than minDuration and less than maxDuration',
  }),
  count: route('GET /calls/count', {
    access: 'activity.read',
    company: 'query.company_id',
    query: callFilters,
    reply: z.object({ total: z.number(), isAtLeast: z.boolean() }),
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
      clear: clear(['qualification', 'value', 'department', 'outcome']),
    }),
    /** `conversationId` is null for a call that never became a thread. */
    reply: z.object({ ...Item.shape, conversationId: z.nullable(z.number()) }),
    spec: 'CALL-007',
    summary: 'Says of a call whether it is a lead or an appointment, how it is qualified, what it is worth, what it was about, its own tags',
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
