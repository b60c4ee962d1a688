/** Exports. */
import type { Born, Default, Id, Maybe, MaybeInstant } from '../../db/columns.ts';

export interface ExportsTable {
  id: Id;
  company_id: number;
  key: string;
  kind: 'calls' | 'voicemails';
  format: 'csv' | 'xlsx';
  columns: string[];
  query: Default<string>;
  tz: string;
  number_ids: Maybe<number[]>;
  created_by: number;
  rows: Maybe<number>;
  is_cut: Default<boolean>;
  file_id: Maybe<number>;
  created_at: Born;
  finished_at: MaybeInstant;
}

export interface ExportTables {
  exports: ExportsTable;
}
