/** Browsers as phones, and what rings in them. */

import type { Generated } from 'kysely';
import type { Born, Instant, MaybeInstant } from '../../db/columns.ts';

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
}

export interface PhoneTables {
  phone_devices: PhoneDevicesTable;
  call_offers: CallOffersTable;
}
