/** Imports of contacts. */

import type { ImportRow } from '#contract/contactImports/entities.ts';
import type { ImportField, ImportRowFilter } from '#contract/contactImports/enums.ts';
import type { SheetInfo, UserEvent } from '#machines/contactImport/index.ts';
import type { CommandOutcomePromise } from '../core/outcome.ts';

/** Imports, for commands. */
export interface ContactImportServices {
  /** Opens the pane and asks for a file from this computer. */
  choose(): void;
  /** Imports rows that were copied from a sheet. */
  paste(): Promise<void>;
  /** Saves the rows that were checked; resolves when the server has taken them. */
  confirm(): CommandOutcomePromise;
  /** Changes one value of a row. */
  fix(row: ImportRow, field: ImportField, value: string): CommandOutcomePromise;
  /** Leaves rows out, or takes them in again. */
  exclude(rows: readonly ImportRow[], isLeftOut: boolean): CommandOutcomePromise;
  /** Narrows the rows that are shown. */
  show(filter: ImportRowFilter): void;
}

/** Types the area adds to those shared by all commands. */
export interface ContactImportsTypes {
  readonly rows: { readonly importRow: ImportRow };
  readonly scopes: 'contactImport';
  readonly panes: 'contactImport';
  readonly services: { readonly contactImports: ContactImportServices };
  readonly flows: { readonly contactImport: UserEvent };
  readonly context: {
    /** Columns of the file that is imported; null where none is open. */
    readonly importSheet: SheetInfo | null;
  };
}
