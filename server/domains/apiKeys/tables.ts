/** API keys of companies. */
import type { ApiKeyRole, ApiKeyScope } from '#contract/apiKeys/enums.ts';
import type { Born, Default, Id, MaybeInstant } from '../../db/columns.ts';

interface ApiKeysTable {
  id: Id;
  uuid: Default<string>;
  company_id: number;
  name: string;
  start: string;
  secret_hash: string;
  role: ApiKeyRole;
  scope: ApiKeyScope;
  created_by: number;
  expires_at: MaybeInstant;
  last_used_at: MaybeInstant;
  created_at: Born;
}

export interface ApiKeyTables {
  api_keys: ApiKeysTable;
}
