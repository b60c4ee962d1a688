/** Rows of what hangs on numbers: templates, listings, port-in requests. */
import type { Maybe } from './rows.ts';

/** A template; `routes` and `hours` are JSON. */
export interface TemplateRow {
  id: number;
  company_id: number;
  name: string;
  routes: string;
  hours: string;
  record_calls: boolean;
  created_at: string;
  updated_at: string;
}
/** A number on the marketplace, or with a price for it; US dollars. */
export interface ListingRow {
  number_id: number;
  company_id: number;
  number: string;
  is_listed: boolean;
  price: number;
  listed_at: Maybe<string>;
  updated_at: string;
}
/** A port-in request. */
export interface PortRow {
  id: number;
  company_id: number;
  key: string;
  status: 'completed' | 'action_required';
  losing_carrier: string;
  customer_name: string;
  account_number: string;
  account_ending: string;
  authorized_name: string;
  authorized_email: string;
  street: string;
  city: string;
  state: string;
  zip: string;
  reason: Maybe<string>;
  created_at: string;
  updated_at: string;
  finished_at: Maybe<string>;
}
/** A number of a port-in request. */
export interface PortNumberRow {
  id: number;
  company_id: number;
  port_id: number;
  position: number;
  number: string;
  status: 'completed' | 'rejected';
  reason: Maybe<string>;
  number_id: Maybe<number>;
  is_open: boolean;
}
