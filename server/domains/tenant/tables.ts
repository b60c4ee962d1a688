/** Tenants and their domains. */
import type { DomainRecord, SenderRecord } from '#contract/tenant/entities.ts';
import type { Born, Default, Id, JsonDefault, Maybe, MaybeInstant } from '../../db/columns.ts';

interface TenantsTable {
  company_id: number;
  name: Maybe<string>;
  accent: Maybe<string>;
  support_email: Maybe<string>;
  logo_file_id: Maybe<number>;
  updated_at: Born;
}

interface CustomDomainsTable {
  id: Id;
  company_id: number;
  domain: string;
  app_subdomain: string;
  api_subdomain: string;
  app_host: string;
  api_host: string;
  auth_token_hash: string;
  records: JsonDefault<DomainRecord[]>;
  claimed_at: Default<Date>;
  looked_at: MaybeInstant;
  verified_at: MaybeInstant;
  missing_since: MaybeInstant;
  synced_at: MaybeInstant;
  elsewhere_since: MaybeInstant;
}

interface EmailSendersTable {
  company_id: number;
  address: string;
  name: Maybe<string>;
  domain: string;
  selector: string;
  private_key: string;
  public_key: string;
  records: JsonDefault<SenderRecord[]>;
  started_at: Default<Date>;
  looked_at: MaybeInstant;
  verified_at: MaybeInstant;
  missing_since: MaybeInstant;
}

export interface TenantTables {
  email_senders: EmailSendersTable;
  tenants: TenantsTable;
  custom_domains: CustomDomainsTable;
}
