/** Companies and who belongs to them. */
import type { Born, Default, Id, Maybe } from '../../db/columns.ts';

interface CompaniesTable {
  id: Id;
  organization_id: Maybe<number>;
  name: string;
  slug: string;
  timezone: string;
  accent: Default<string>;
  account_status: Default<'active' | 'suspended' | 'closed'>;
  links_enabled: Default<boolean>;
  default_area_code: Maybe<string>;
  is_onboarding_required: Default<boolean>;
  number_limit: Default<number>;
  number_budget: Default<number>;
  awaits_approval: Default<boolean>;
  founded_by: Maybe<number>;
  founding_key: Maybe<string>;
  created_at: Born;
}

type RoleName = 'owner' | 'administrator' | 'billing' | 'reporting' | 'user';

interface MembershipsTable {
  company_id: number;
  user_id: number;
  role: RoleName;
  number_ids: Maybe<number[]>;
  in_app_calling_status: Default<'active' | 'away'>;
  created_at: Born;
}

export interface CompanyTables {
  companies: CompaniesTable;
  memberships: MembershipsTable;
}
