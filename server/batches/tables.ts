/** Changes to many rows at once. */
import type { Born, Default, Json, Maybe, MaybeInstant, MaybeJson } from '../db/columns.ts';

export interface BatchesTable {
  id: string;
  company_id: number;
  type: string;
  params: Json<Record<string, unknown>>;
  created_by: Maybe<number>;
  total: number;
  done: Default<number>;
  skipped: Default<number>;
  failed: Default<number>;
  undo_of: Maybe<string>;
  created_at: Born;
  finished_at: MaybeInstant;
}

interface BatchRowsTable {
  company_id: number;
  batch_id: string;
  row_id: number;
  before: MaybeJson<Record<string, unknown>>;
  state: Default<'waiting' | 'done' | 'skipped'>;
}

export interface BatchTables {
  batches: BatchesTable;
  batch_rows: BatchRowsTable;
}
