/** Exports of calls and voicemails (spec 2.7): columns are chosen, a job makes the file, a notice tells when it is there. */
import * as z from 'zod/mini';
import { Media } from './entities.ts';
import { route } from './route.ts';
import { Flag, Key, list, TimeZone } from './schema.ts';

/** Columns of an export of calls, and how the file heads them. */
export const callExportColumns = {
  startedAt: 'Started',
  direction: 'Direction',
  result: 'Result',
  caller: 'Caller',
  callerName: 'Caller name',
  number: 'Number',
  numberLabel: 'Number label',
  answeredBy: 'Answered by',
  ringSeconds: 'Ring time (s)',
  duration: 'Duration (s)',
  firstContact: 'First-time caller',
  lead: 'Lead',
  appointment: 'Appointment',
  qualification: 'Qualification',
  value: 'Value',
  department: 'Department',
  outcome: 'Outcome',
  tags: 'Tags',
  transcript: 'Transcript',
} as const;
export type CallExportColumn = keyof typeof callExportColumns;

/** Columns of an export of voicemails. */
export const voicemailExportColumns = {
  receivedAt: 'Received',
  caller: 'Caller',
  callerName: 'Caller name',
  number: 'Number',
  numberLabel: 'Number label',
  duration: 'Duration (s)',
  transcript: 'Transcript',
} as const;
export type VoicemailExportColumn = keyof typeof voicemailExportColumns;

export const exportFormats = ['xlsx', 'csv'] as const;
export const exportKinds = ['calls', 'voicemails'] as const;
export type ExportKind = (typeof exportKinds)[number];

const namesOf = <const C extends Readonly<Record<string, string>>>(columns: C) => Object.keys(columns) as (keyof C & string)[];
const chosen = <const C extends Readonly<Record<string, string>>>(columns: C) =>
  z.array(z.enum(namesOf(columns) as [keyof C & string, ...(keyof C & string)[]])).check(z.minLength(1, 'Choose at least one column'), z.maxLength(30));

/** An export. `media` is there when it is finished; `isCut`: only the newest rows are in it. */
export const Export = z.object({
  id: z.number(),
  kind: z.enum(exportKinds),
  format: z.enum(exportFormats),
  query: z.string(),
  rows: z.nullable(z.number()),
  isCut: z.boolean(),
  createdAt: z.string(),
  finishedAt: z.nullable(z.string()),
  media: z.nullable(Media),
});
export type Export = z.output<typeof Export>;

const asked = {
  /** The spec's flag: an export is always made by a job, so 0 would ask for what is not done. */
  async: z.optional(Flag.check(z.refine((isAsync) => isAsync, 'Send 1 or leave it out: an export is always made in the background'))),
  tz: TimeZone,
  format: z._default(z.enum(exportFormats), 'xlsx'),
  /** The search of calls as a line of words; blank: all. */
  query: z.optional(z.string().check(z.maxLength(400))),
  /** The client's own key: the same twice is one export. */
  key: z.optional(Key),
} as const;
const reply = z.object({ message: z.string(), id: z.number() });

export const exportsArea = {
  calls: route('POST /calls/export', {
    access: 'exports.read',
    inPerson: true,
    company: 'header',
    body: z.object({ ...asked, columns: chosen(callExportColumns) }),
    reply,
    spec: 'CALL-150',
    summary: 'Has a file made of the calls a search finds, with the columns chosen; the reply’s text is shown as a notice',
    perMinute: 30,
  }),
  voicemails: route('POST /voicemails/export', {
    access: 'exports.read',
    inPerson: true,
    company: 'header',
    body: z.object({ ...asked, columns: chosen(voicemailExportColumns) }),
    reply,
    spec: 'CALL-153',
    summary: 'Has a file made of the voicemails of the calls a search finds; the reply’s text is shown as a notice',
    perMinute: 30,
  }),
  list: route('GET /exports', {
    access: 'exports.read',
    inPerson: true,
    company: 'header',
    reply: list(Export, z.object({ total: z.number() })),
    spec: 'ours',
    summary: 'The person’s own exports, newest first, with signed, expiring links to their files',
  }),
};
