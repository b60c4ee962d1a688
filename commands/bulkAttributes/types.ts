/** Bulk attribute updates. */
import type { AttributeCheck } from '#contract/bulkAttributes/entities.ts';
import type { AttributeRowFilter } from '#contract/bulkAttributes/enums.ts';
import type { UpdateScope, UserEvent } from '#machines/bulkAttributes/index.ts';
import type { CommandOutcomePromise } from '../core/outcome.ts';

/** A row of the file as it was checked last. */
export type AttributeFileRow = AttributeCheck['rows'][number] & { readonly isLeftOut: boolean };

/** Bulk attribute updates, for commands. */
export interface BulkAttributeServices {
  /** Saves the template on this computer. */
  template(): CommandOutcomePromise;
  /** Opens the pane and asks for a file from this computer. */
  choose(): void;
  /** Takes rows that were copied from a sheet. */
  paste(): Promise<void>;
  /** Applies the file; resolves when the server has done so. */
  confirm(): CommandOutcomePromise;
  /** Changes one cell of the file. */
  fix(row: AttributeFileRow, place: number, value: string): CommandOutcomePromise;
  /** Leaves rows out, or takes them in again. */
  exclude(rows: readonly AttributeFileRow[], isLeftOut: boolean): CommandOutcomePromise;
  /** Adds the values that are no choices to their fields. */
  addChoices(): CommandOutcomePromise;
  /** Chooses whose records the template and the file are of. */
  setScope(scope: UpdateScope): void;
  /** Narrows the rows that are shown. */
  show(filter: AttributeRowFilter): void;
}

/** Types the area adds to those shared by all commands. */
export interface BulkAttributesTypes {
  readonly rows: { readonly attributeRow: AttributeFileRow };
  readonly scopes: 'bulkAttributes';
  readonly panes: 'bulkAttributes';
  readonly services: { readonly bulkAttributes: BulkAttributeServices };
  readonly flows: { readonly bulkAttributes: UserEvent };
  readonly context: {
    /** Names of the columns of the file; null where none is checked. */
    readonly attributeColumns: readonly string[] | null;
  };
}
