/** Contacts, their groups and labels. */
import type { ColumnType } from 'kysely';
import type { Born, Default, Id, JsonDefault, Maybe, MaybeInstant } from '../../db/columns.ts';

export interface ContactsTable {
  id: Id;
  company_id: number;
  name: Default<string>;
  number: string;
  company_name: Maybe<string>;
  email: Maybe<string>;
  address1: Maybe<string>;
  address2: Maybe<string>;
  city: Maybe<string>;
  state: Maybe<string>;
  zip: Maybe<string>;
  notes: Maybe<string>;
  optin_type: Default<string>;
  optin_source: Maybe<string>;
  is_invalid: Default<boolean>;
  is_unsubscribed: Default<boolean>;
  custom: JsonDefault<{ country?: string | null; title?: string | null }>;
  added_at: Born;
  created_at: Born;
  updated_at: Born;
  deleted_at: MaybeInstant;
  search: ColumnType<string, never, never>;
}

export interface ContactTables {
  contacts: ContactsTable;
  contact_groups: { id: Id; company_id: number; name: string };
  contact_group_members: { company_id: number; group_id: number; contact_id: number };
  contact_labels: { id: Id; company_id: number; label: string };
  contact_label_members: { company_id: number; label_id: number; contact_id: number };
}
