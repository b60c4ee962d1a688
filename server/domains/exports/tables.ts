/** Exports. */
import type { ColumnType } from 'kysely';
import type { ExportKind } from '#contract/exports/entities.ts';
import type { Born, Default, Id, Maybe, MaybeInstant } from '../../db/columns.ts';

export interface ExportsTable {
  id: Id;
  company_id: number;
  key: string;
  kind: ExportKind;
  format: 'csv' | 'xlsx';
  columns: string[];
  query: Default<string>;
  /** Of contacts: a filter, or ids; of a search or a report: its query. */
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
