/** Favorite reports. */
import type { Born, Id } from '../../db/columns.ts';

export interface FavoriteReportTables {
  favorite_reports: { id: Id; company_id: number; user_id: number; value: string; created_at: Born };
}
