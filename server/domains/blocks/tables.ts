/** Callers who are not put through. */
import type { Born, Default, Id, Maybe } from '../../db/columns.ts';

interface BlocksTable {
  id: Id;
  company_id: number;
  target: string;
  number_id: Maybe<number>;
  action: Default<'reject' | 'busy'>;
  created_by: Maybe<number>;
  created_by_name: Maybe<string>;
  created_at: Born;
}

export interface BlockTables {
  blocks: BlocksTable;
}
