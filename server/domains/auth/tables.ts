/** Tables of signing in: people, their sessions and challenges, and the audit of their actions. */
import type { Generated } from 'kysely';
import type { Born, Default, Id, Instant, JsonDefault, Maybe, MaybeInstant, MaybeJson } from '../../db/columns.ts';

interface UsersTable {
  id: Id;
  email: string;
  first_name: Default<string>;
  last_name: Default<string>;
  password_hash: Maybe<string>;
  timezone: Default<string>;
  is_staff: Default<boolean>;
  is_demo: Default<boolean>;
  mfa_secret: Maybe<string>;
  mfa_enabled_at: MaybeInstant;
  mfa_last_step: Maybe<number>;
  support_pins: JsonDefault<string[]>;
  read_whats_new_at: MaybeInstant;
  iap_id: Generated<string>;
  preferences: JsonDefault<Record<string, unknown>>;
  keymap: MaybeJson<Record<string, unknown>>;
  disabled_at: MaybeInstant;
  created_at: Born;
}

interface SessionsTable {
  id: Generated<string>;
  secret_hash: string;
  user_id: number;
  kind: 'cookie' | 'token';
  mfa_pending: Default<boolean>;
  /** Time the second factor was last proved in it. */
  mfa_at: MaybeInstant;
  remember: Default<boolean>;
  impersonator_id: Maybe<number>;
  staff_session_id: Maybe<string>;
  reason: Maybe<string>;
  device_name: Maybe<string>;
  address: Default<string>;
  /** The tenant's host it was made at; null: the installation's own. */
  host: Maybe<string>;
  refresh_hash: Maybe<string>;
  tries: Default<number>;
  created_at: Born;
  last_seen_at: Born;
  idle_expires_at: Instant;
  expires_at: Instant;
}

interface ChallengesTable {
  id_hash: string;
  kind: 'reset' | 'signup' | 'provider' | 'mfa_token' | 'remote_login';
  user_id: Maybe<number>;
  email: Maybe<string>;
  session_id: Maybe<string>;
  data: JsonDefault<Record<string, unknown>>;
  tries: Default<number>;
  expires_at: Instant;
  used_at: MaybeInstant;
  created_at: Born;
}

interface KnownAddressesTable {
  user_id: number;
  address: string;
  seen_at: Born;
}

interface AuditLogTable {
  id: Id;
  at: Born;
  user_id: Maybe<number>;
  impersonator_id: Maybe<number>;
  session_id: Maybe<string>;
  company_id: Maybe<number>;
  organization_id: Maybe<number>;
  action: string;
  subject: Maybe<string>;
  address: Default<string>;
  detail: JsonDefault<Record<string, unknown>>;
}

export interface AuthTables {
  users: UsersTable;
  recovery_codes: { user_id: number; code_hash: string; used_at: MaybeInstant };
  user_identities: { provider: string; subject: string; user_id: number; created_at: Born };
  sessions: SessionsTable;
  challenges: ChallengesTable;
  throttles: { key: string; count: number; window_ends_at: Instant };
  known_addresses: KnownAddressesTable;
  device_tokens: { id: Id; user_id: number; session_id: string; token: string; device_name: string; created_at: Born };
  audit_log: AuditLogTable;
}
