/** Tags. */
import type { Id, Maybe } from '../../db/columns.ts';

export interface TagTables {
  tags: { id: Id; company_id: number; name: string; organization_id: Maybe<number> };
}
