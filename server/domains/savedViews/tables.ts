/** Saved views of lists. */
import type { SavedList } from '#contract/savedViews/enums.ts';
import type { Born, Id, Json, Maybe } from '../../db/columns.ts';

export interface SavedViewTables {
  saved_views: { id: Id; company_id: number; user_id: number; list: SavedList; name: string; view: Json<unknown>; place: Maybe<number>; updated_at: Born };
}
