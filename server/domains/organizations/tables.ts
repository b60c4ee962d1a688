/** Organizations and who administers them. */
import type { Born, Default, Id, Maybe } from '../../db/columns.ts';

export interface OrganizationTables {
  organizations: {
    id: Id;
    name: string;
    timezone: Maybe<string>;
    links_enabled: Default<boolean>;
    accent: Maybe<string>;
    logo_key: Maybe<string>;
    logo_type: Maybe<string>;
    created_at: Born;
  };
  organization_users: { id: Id; organization_id: number; user_id: number };
}
