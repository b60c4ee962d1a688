/** Exports and their columns (spec 2.3). */
import * as z from 'zod/mini';
import { Media } from '../core/entities.ts';

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

const exportKinds = ['calls', 'voicemails'] as const;
export type ExportKind = (typeof exportKinds)[number];

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
