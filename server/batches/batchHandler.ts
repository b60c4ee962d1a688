/** Functions of a type of batch. Both run inside the worker's transaction, on at most a chunk of rows. */
import type { Cause } from '../db/tenancy.ts';

/** Values of a row before the change: enough to restore it. */
export type PreviousValues = Readonly<Record<string, unknown>>;

export interface BatchHandler {
  /** Rows of one transaction, where the work is one statement for all of them; the usual number when absent. */
  readonly chunkRows?: number;
  /** Changes the rows; answers what each changed row was. Rows it leaves out were skipped: gone, or already so. */
  run(rowIds: readonly number[], cause: Cause, params: Readonly<Record<string, unknown>>): Promise<ReadonlyMap<number, PreviousValues>>;
  /** Puts rows back to what they were; answers the rows it could. */
  undo(rows: ReadonlyMap<number, PreviousValues>, cause: Cause): Promise<ReadonlyMap<number, PreviousValues>>;
}
