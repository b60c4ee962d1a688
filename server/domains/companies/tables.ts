/** Companies and who belongs to them. */
import type { PlanCode } from '#contract/billing/plans.ts';
import type { RouteBody } from '#contract/core/route.ts';
import type { routes } from '#contract/index.ts';
import type { Born, Default, Id, Maybe, MaybeInstant, MaybeJson } from '../../db/columns.ts';

interface CompaniesTable {
  id: Id;
  organization_id: Maybe<number>;
  name: string;
  slug: string;
  timezone: string;
  accent: Maybe<string>;
  logo_key: Maybe<string>;
  logo_type: Maybe<string>;
  account_status: Default<'active' | 'suspended' | 'closed'>;
  account_status_at: Default<Date>;
  numbers_released_at: MaybeInstant;
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

/** The billing address that a new company is to have. */
export type BillingWish = Omit<RouteBody<typeof routes.billing.save>, 'chargifyToken'>;

type RoleName = 'owner' | 'administrator' | 'billing' | 'reporting' | 'user';

interface MembershipsTable {
  company_id: number;
  user_id: number;
  role: RoleName;
  number_ids: Maybe<number[]>;
  in_app_calling_status: Default<'active' | 'away'>;
  created_at: Born;
}

interface CompanyFoundingsTable {
  company_id: number;
  user_id: number;
  purchase_key: Default<string>;
  number: Maybe<string>;
  vanity: Maybe<string>;
  provider_id: Maybe<1 | 2 | 3 | 4>;
  category: Maybe<1 | 3>;
  number_reason: Maybe<string>;
  plan_id: Maybe<PlanCode>;
  plan_due_cents: Maybe<number>;
  plan_reason: Maybe<string>;
  plan_started_at: MaybeInstant;
  billing: MaybeJson<BillingWish>;
  billing_reason: Maybe<string>;
  card_session: Maybe<string>;
  answered_at: MaybeInstant;
  created_at: Born;
}

export interface CompanyTables {
  company_foundings: CompanyFoundingsTable;
  companies: CompaniesTable;
  memberships: MembershipsTable;
}
