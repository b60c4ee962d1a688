/** The changes a browser catches up with. */
import type { Born, Default, Json } from '../db/columns.ts';

export interface RealtimeTables {
  company_cursors: { company_id: number; seq: Default<number> };
  changes: { company_id: number; seq: number; change: Json<Record<string, unknown>>; at: Born };
}
