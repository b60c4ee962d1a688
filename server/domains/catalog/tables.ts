/** The realm of the consumer catalog. */
import type { SubscriptionState } from '#contract/billing/enums.ts';
import type { ReviewState } from '#contract/catalog/entities.ts';
import type { Born, Default, Id, Instant, Maybe, MaybeInstant } from '../../db/columns.ts';

export interface CatalogTables {
  catalog_accounts: {
    id: Id;
    email: Maybe<string>;
    phone: Maybe<string>;
    name: Maybe<string>;
    password_hash: Maybe<string>;
    iap_id: Default<string>;
    plan: Default<string>;
    subscription_status: Default<SubscriptionState>;
    created_at: Born;
    last_active_at: Born;
  };
  catalog_sessions: { id: Default<string>; token_hash: string; account_id: number; created_at: Born; expires_at: Instant };
  catalog_challenges: {
    id: Default<string>;
    purpose: 'register' | 'login' | 'reset';
    provider: 'email' | 'phone_number';
    address: string;
    code_hash: Maybe<string>;
    /** Network it was asked from, as tries are counted. */
    asked_from: Default<string>;
    tries: Default<number>;
    created_at: Born;
    expires_at: Instant;
    used_at: MaybeInstant;
  };
  catalog_numbers: {
    id: Id;
    account_id: Maybe<number>;
    number: string;
    locality: Maybe<string>;
    region: Maybe<string>;
    state: 'offered' | 'ordered' | 'ready' | 'failed' | 'leaving';
    reason: Maybe<string>;
    carrier_sid: Maybe<string>;
    is_active: Default<boolean>;
    held_until: MaybeInstant;
    will_be_removed_at: MaybeInstant;
    warned_days: Maybe<number>;
    created_at: Born;
  };
  catalog_invitations: {
    id: Id;
    account_id: number;
    client_key: string;
    phone: string;
    state: Default<'waiting' | 'sending' | 'sent' | 'failed' | 'unknown'>;
    reason: Maybe<string>;
    carrier_sid: Maybe<string>;
    attempts: Default<number>;
    send_at: MaybeInstant;
    sending_at: MaybeInstant;
    sent_at: MaybeInstant;
    created_at: Born;
  };
  catalog_reviews: {
    id: Id;
    account_id: number;
    author: string;
    rating: number;
    text: string;
    state: Default<ReviewState>;
    revision: Default<number>;
    decided_by: Maybe<number>;
    decided_at: MaybeInstant;
    created_at: Born;
  };
  catalog_uploads: { id: Id; account_id: Maybe<number>; client_key: string; created_at: Born; mailed_at: MaybeInstant };
  catalog_files: { id: Id; upload_id: number; position: number; name: string; content_type: string; bytes: number; storage_key: string };
  catalog_opt_words: { phone: string; is_out: boolean; at: Instant };
  catalog_periods: { id: Id; account_id: number; number_id: number; began_at: Born; ended_at: MaybeInstant };
}
