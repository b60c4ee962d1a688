/** Imports of contacts and the rows of their files. */
import type { ImportVerdict, importOutcomes } from '#contract/contactImports/enums.ts';
import type { Born, Default, Id, Json, Maybe, MaybeInstant } from '../../db/columns.ts';

interface ContactImportsTable {
  id: string;
  company_id: number;
  created_by: Maybe<number>;
  file_name: Default<string>;
  group_id: Maybe<number>;
  checked_at: MaybeInstant;
  batch_id: Maybe<string>;
  /** Digest of what a call that saves at once was sent; null for a draft. */
  request: Maybe<string>;
  created_at: Born;
}

interface ImportRowsTable {
  id: Id;
  company_id: number;
  import_id: string;
  part: number;
  line: number;
  number: Maybe<string>;
  typed: string;
  fields: Json<Record<string, string>>;
  group_id: Maybe<number>;
  problem: Maybe<string>;
  is_left_out: Default<boolean>;
  verdict: Maybe<ImportVerdict>;
  is_opted_out: Default<boolean>;
  contact_id: Maybe<number>;
  seen_at: MaybeInstant;
  joins: Default<boolean>;
  outcome: Maybe<(typeof importOutcomes)[number]>;
}

export interface ContactImportTables {
  contact_imports: ContactImportsTable;
  import_rows: ImportRowsTable;
}
