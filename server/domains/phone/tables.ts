/** Browsers as phones, and what rings in them. */

import type { Generated } from 'kysely';
import type { Born, Instant, Maybe, MaybeInstant } from '../../db/columns.ts';

interface PhoneDevicesTable {
  company_id: number;
  user_id: number;
  device_id: string;
  seen_at: Instant;
}

interface CallOffersTable {
  id: Generated<string>;
  company_id: number;
  call_id: number;
  user_id: number;
  round: number;
  created_at: Born;
  accepted_at: MaybeInstant;
  declined_at: MaybeInstant;
  /** When its proof was used. */
  spent_at: MaybeInstant;
  /** The carrier's call that rings in the browser; null until the carrier has said that it rings. */
  carrier_sid: Maybe<string>;
}

interface PlacedCallsTable {
  id: Generated<string>;
  company_id: number;
  user_id: number;
  number_id: number;
  destination: string;
  created_at: Born;
  expires_at: Instant;
  /** The carrier's call that used the leave, and ours. */
  carrier_sid: Maybe<string>;
  call_id: Maybe<number>;
  /** Why nothing was dialled, in words. */
  fault: Maybe<string>;
  initiated_at: MaybeInstant;
  ended_at: MaybeInstant;
}

export interface PhoneTables {
  placed_calls: PlacedCallsTable;
  phone_devices: PhoneDevicesTable;
  call_offers: CallOffersTable;
}
