/** Bulk attribute updates: what a file of custom field values will change, and what became of it. */
import * as z from 'zod/mini';
import { id } from '../core/schema.ts';
import { attributeVerdicts } from './enums.ts';

const count = z.number();

/** A cell that changes a value, or can’t be read. */
const AttributeCell = z.object({
  /** Column of the file, from 0. */
  place: z.number(),
  /** The name of the column. */
  column: z.string(),
  attributeId: z.nullable(id),
  /** The value there is: the record’s own, else the field’s default; null for none. */
  from: z.nullable(z.string()),
  /** The value there will be, likewise; for a cell with a problem what it says. */
  to: z.nullable(z.string()),
  /** The reason for which the cell is refused, in words. */
  problem: z.nullable(z.string()),
  /** The value is none of the field’s choices. */
  isUnknownChoice: z.boolean(),
});
export type AttributeCell = z.output<typeof AttributeCell>;

/** A row of the file. */
const AttributeRow = z.object({
  /** Its line, as lists name their rows. */
  id,
  /** Line of the file, from 1; the header is one too. */
  line: z.number(),
  /** The row that names the columns: there when a column is refused. */
  isHeader: z.boolean(),
  entityType: z.string(),
  companyId: z.nullable(id),
  entityId: z.nullable(id),
  name: z.string(),
  verdict: z.enum(attributeVerdicts),
  /** The reason for which the whole row is refused, in words. */
  problem: z.nullable(z.string()),
  /** Cells that change or are refused; unchanged ones and blank ones are not there. */
  cells: z.array(AttributeCell),
});
export type AttributeRow = z.output<typeof AttributeRow>;

/** Outcome of applying a file. */
export const AttributeCheck = z.object({
  /** Names of the file’s columns, by place. */
  headers: z.array(z.string()),
  rows: z.array(AttributeRow),
  counts: z.object({
    change: count,
    unchanged: count,
    invalid: count,
    /** Cells of the rows that change. */
    cells: count,
    unknownChoices: count,
  }),
  /** Digest of the changes: sent with the file, it is applied only while they are the same. */
  plan: z.string(),
});
export type AttributeCheck = z.output<typeof AttributeCheck>;

/** An update that was applied, or undone. */
export const AttributeUpdate = z.object({
  key: z.string(),
  /** Cells that were changed. */
  cells: count,
  message: z.string(),
});
export type AttributeUpdate = z.output<typeof AttributeUpdate>;
