/** Invitations to companies. */
import type { Born, Default, Id, Instant, Maybe, MaybeInstant } from '../../db/columns.ts';

interface InvitesTable {
  id: Id;
  company_id: number;
  email: string;
  role: 'owner' | 'administrator' | 'billing' | 'reporting' | 'user';
  number_ids: Maybe<number[]>;
  business_unit_id: Maybe<number>;
  like_user_id: Maybe<number>;
  invited_by: Maybe<number>;
  token_hash: Maybe<string>;
  asked: Default<number>;
  asks: Default<Date[]>;
  mailed: Default<number>;
  asked_at: Born;
  mailed_at: MaybeInstant;
  opened_at: MaybeInstant;
  accepted_at: MaybeInstant;
  accepted_by: Maybe<number>;
  removed_at: MaybeInstant;
  expires_at: Instant;
  created_at: Born;
}

export interface InviteTables {
  invites: InvitesTable;
}
