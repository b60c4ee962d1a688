/** Imports of contacts: what a file's rows will do before anything is saved, and what became of them. */
import * as z from 'zod/mini';
import { id, instant } from '../core/schema.ts';
import { importFields, importOutcomes, importVerdicts } from './enums.ts';

const count = z.number();

/** An import. `counts`: rows by verdict without those that are left out; `optedOut` are those of the rows to be saved whose numbers get no messages. */
export const ContactImport = z.object({
  key: z.string(),
  fileName: z.string(),
  group: z.nullable(z.object({ id, name: z.string() })),
  /** All parts have come and were checked against the contacts. */
  isChecked: z.boolean(),
  total: count,
  counts: z.object({
    create: count,
    update: count,
    restore: count,
    unchanged: count,
    duplicate: count,
    invalid: count,
    overLimit: count,
    leftOut: count,
    optedOut: count,
    held: count,
  }),
  /** The batch that saves it, once it is confirmed. */
  batchId: z.nullable(z.string()),
  createdAt: instant,
});
export type ContactImport = z.output<typeof ContactImport>;

const Values = z.partialRecord(z.enum(importFields), z.string());

/** A row of the file. */
export const ImportRow = z.object({
  /** Its line, as lists name their rows. */
  id,
  /** Line of the file, from 1; the header is one too. */
  line: z.number(),
  verdict: z.nullable(z.enum(importVerdicts)),
  /** In E.164; null for what is no number. */
  number: z.nullable(z.string()),
  /** The number as the file has it. */
  typed: z.string(),
  /** Values of the row, by field; empty cells of the file are not there. */
  values: Values,
  /** The reason for which the row is invalid, in words. */
  problem: z.nullable(z.string()),
  isOptedOut: z.boolean(),
  isLeftOut: z.boolean(),
  /** The contact that has the number, deleted or not. */
  contact: z.nullable(z.object({ id, name: z.string() })),
  /** Values of the contact now in the fields that the row changes; empty for one that is empty there. */
  before: Values,
  /** The group the contact joins. */
  joins: z.boolean(),
  outcome: z.nullable(z.enum(importOutcomes)),
});
export type ImportRow = z.output<typeof ImportRow>;
