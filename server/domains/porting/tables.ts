/** Port-in requests. */
import type { PortDocumentKind, PortNumberStatus, PortStatus } from '#contract/porting/enums.ts';
import type { Born, Default, Id, Maybe, MaybeInstant } from '../../db/columns.ts';

export interface PortRequestsTable {
  id: Id;
  company_id: number;
  key: string;
  created_by: Maybe<number>;
  status: Default<PortStatus>;
  losing_carrier: string;
  customer_name: string;
  account_number: string;
  account_ending: string;
  pin: Maybe<string>;
  authorized_name: string;
  authorized_email: string;
  street: string;
  city: string;
  state: string;
  zip: string;
  target_date: Maybe<string>;
  reason: Maybe<string>;
  /** When the carrier was asked last and its answer is not known. */
  intent_at: MaybeInstant;
  waiting_since: MaybeInstant;
  carrier_sid: Maybe<string>;
  created_at: Born;
  updated_at: Born;
  finished_at: MaybeInstant;
}

interface PortNumbersTable {
  id: Id;
  company_id: number;
  port_id: number;
  position: number;
  number: string;
  status: Default<PortNumberStatus>;
  port_date: MaybeInstant;
  reason: Maybe<string>;
  number_id: Maybe<number>;
  is_open: Default<boolean>;
  monthly_cost: Default<number>;
}

interface PortDocumentsTable {
  id: Id;
  company_id: number;
  port_id: number;
  kind: PortDocumentKind;
  file_id: number;
  carrier_sid: Maybe<string>;
}

interface PortStepsTable {
  id: Id;
  company_id: number;
  port_id: number;
  status: PortStatus | PortNumberStatus;
  number: Maybe<string>;
  detail: Maybe<string>;
  at: Born;
}

export interface PortingTables {
  port_requests: PortRequestsTable;
  port_numbers: PortNumbersTable;
  port_documents: PortDocumentsTable;
  port_steps: PortStepsTable;
}
