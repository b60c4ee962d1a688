/** Exports. */
import type { ColumnType } from 'kysely';
import type { Born, Default, Id, Maybe, MaybeInstant } from '../../db/columns.ts';

export interface ExportsTable {
  id: Id;
  company_id: number;
  key: string;
  kind: 'calls' | 'voicemails' | 'contacts';
  format: 'csv' | 'xlsx';
  columns: string[];
  query: Default<string>;
  /** Of contacts: a filter, or ids. */
  selection: ColumnType<Record<string, unknown> | null, string | null | undefined, never>;
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
