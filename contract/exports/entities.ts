/** Exports and their columns (spec 2.3). */

import * as z from 'zod/mini';
import { Media } from '../core/entities.ts';
import { type callExportColumns, type contactExportColumns, exportFormats, type voicemailExportColumns } from './enums.ts';

export type CallExportColumn = keyof typeof callExportColumns;

export type VoicemailExportColumn = keyof typeof voicemailExportColumns;

export type ContactExportColumn = keyof typeof contactExportColumns;

const exportKinds = ['calls', 'voicemails', 'contacts'] as const;

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
