/** Stored files. */
import type { Born, Id } from '../db/columns.ts';

interface FilesTable {
  id: Id;
  company_id: number;
  name: string;
  content_type: string;
  bytes: number;
  storage_key: string;
  created_at: Born;
}

export interface FileTables {
  files: FilesTable;
}
