/** Organizations and who administers them. */
import type { Born, Id } from '../../db/columns.ts';

export interface OrganizationTables {
  organizations: { id: Id; name: string; created_at: Born };
  organization_users: { id: Id; organization_id: number; user_id: number };
}
