/** Calls, their transcripts and notes (spec 1.3). */
import * as z from 'zod/mini';
import { Actor, Media } from '../core/entities.ts';
import { AttributeValue } from '../customFields/entities.ts';
import { callDepartments, callOutcomes, callResults, speakers } from './enums.ts';

const id = z.number();

export const Qualification = z.union([z.literal(1), z.literal(2), z.literal(3)]);

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
  /** Its company, where several are searched. */
  companyId: z.optional(id),
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
const CallNote = z.object({ id, body: z.string(), author: z.nullable(Actor), createdAt: z.string() });

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
