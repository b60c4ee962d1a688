/** Exports and their columns (spec 2.3). */

import * as z from 'zod/mini';
import { Media } from '../core/entities.ts';
import { Flag } from '../core/schema.ts';
import {
  type callExportColumns,
  type contactExportColumns,
  exportFormats,
  type faxExportColumns,
  type messageExportColumns,
  type voicemailExportColumns,
} from './enums.ts';

export type CallExportColumn = keyof typeof callExportColumns;

export type VoicemailExportColumn = keyof typeof voicemailExportColumns;

export type ContactExportColumn = keyof typeof contactExportColumns;

export type MessageExportColumn = keyof typeof messageExportColumns;

export type FaxExportColumn = keyof typeof faxExportColumns;

const exportKinds = ['calls', 'voicemails', 'contacts', 'messages', 'faxes', 'report'] as const;

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

/** Fields of a list's reply that are there where `format` asked for a file: the text that is shown as a notice, and the export's id. Its rows are in the file. */
export const exportReply = { message: z.optional(z.string()), id: z.optional(z.number()) } as const;

/** The spec's flag: an export is always made by a job, so 0 would ask for what is not done. */
export const AsyncFlag = z.optional(Flag.check(z.refine((isAsync) => isAsync, 'Send 1 or leave it out: an export is always made in the background')));
