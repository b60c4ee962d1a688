/** Events of an import of contacts, sent by a user and by the app. */
import type { ContactImport } from '#contract/contactImports/entities.ts';
import type { ImportField } from '#contract/contactImports/enums.ts';
import type { FlowError } from '../errors.ts';

/** A file that was read: its columns by place, with a few values each, and the field each fills; null: it is not read. */
export interface SheetInfo {
  columns: readonly { readonly name: string; readonly samples: readonly string[] }[];
  mapping: readonly (ImportField | 'firstName' | 'lastName' | null)[];
  /** Rows without the header. */
  rows: number;
}

/** A field a column can fill: those of a contact, and the two parts of a name. */
export type MappedField = ImportField | 'firstName' | 'lastName';

/** The group all contacts of the file join. */
export interface ImportGroup {
  id: number;
  name: string;
}

/** Events a user may send. `file.chosen` carries the name of the file: a machine holds names alone. */
export type UserEvent =
  | { type: 'file.chosen'; file: string }
  | { type: 'column.mapped'; column: number; field: MappedField | null }
  | { type: 'group.chosen'; group: ImportGroup | null }
  | { type: 'row.fixed'; line: number; field: ImportField; value: string }
  | { type: 'rows.excluded'; lines: readonly number[]; isLeftOut: boolean }
  | { type: 'import.confirmed' }
  | { type: 'import.retried' }
  | { type: 'import.closed' };

/** Parts are under way; the batch that saves the import has ended; it was undone. */
export type InternalEvent = { type: 'parts.sent'; rows: number } | { type: 'batch.finished'; batchId: string } | { type: 'import.undone'; key: string };

/** `key`: random, of the contract's alphabet; each file adds `-1`, `-2`, … */
export interface ImportInput {
  key: string;
}

export interface ImportContext {
  base: string;
  /** Files chosen so far. */
  attempt: number;
  /** The key of the import under way; empty before the first file. */
  key: string;
  file: string;
  sheet: SheetInfo | null;
  group: ImportGroup | null;
  /** Rows that have reached the server. */
  sent: number;
  /** The import as the server has it. */
  checked: ContactImport | null;
  batchId: string | null;
  error: FlowError | null;
}
