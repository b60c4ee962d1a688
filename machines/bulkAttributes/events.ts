/** Events of a bulk attribute update, sent by a user and by the app. */
import type { AttributeCheck } from '#contract/bulkAttributes/entities.ts';
import type { FlowError } from '../errors.ts';

/** Owner of changed records. */
export type UpdateScope = 'company' | 'organization';

/** Result of checking all rows; the rows themselves stay with the caller. */
export type CheckSummary = Omit<AttributeCheck, 'rows'>;

/** Events a user may send. `file.chosen` carries the name of the file: a machine holds names alone. */
export type UserEvent =
  | { type: 'scope.chosen'; scope: UpdateScope }
  | { type: 'file.chosen'; file: string }
  | { type: 'cell.fixed'; line: number; place: number; value: string }
  | { type: 'rows.excluded'; lines: readonly number[]; isLeftOut: boolean }
  | { type: 'choices.added' }
  | { type: 'update.confirmed' }
  | { type: 'update.retried' }
  | { type: 'update.closed' };

/** The update was undone. */
export type InternalEvent = { type: 'update.undone'; key: string };

/** `key`: random, of the contract’s alphabet; each file adds `-1`, `-2`, … */
export interface UpdateInput {
  key: string;
}

export interface UpdateContext {
  base: string;
  /** Files chosen so far. */
  attempt: number;
  /** The key of the update; empty before the first file. */
  key: string;
  file: string;
  scope: UpdateScope;
  checked: CheckSummary | null;
  /** Cells that were changed; null before. */
  applied: number | null;
  error: FlowError | null;
}
