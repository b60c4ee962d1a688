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

/** Counts are kept by the database (0105_groups_and_labels.sql); those of a virtual group, which has a filter, are not. */
export interface ContactGroupsTable {
  id: Id;
  company_id: number;
  name: string;
  user_id: Maybe<number>;
  filter: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
  contact_count: Default<number>;
  active_count: Default<number>;
  invalid_count: Default<number>;
  unsubscriber_count: Default<number>;
  created_at: Born;
  updated_at: Born;
  deleted_at: MaybeInstant;
}

export interface ContactTables {
  contacts: ContactsTable;
  contact_groups: ContactGroupsTable;
  contact_group_members: { company_id: number; group_id: number; contact_id: number };
  contact_phones: { company_id: number; number: string; contact_id: number };
  contact_labels: { id: Id; company_id: number; label: string; contact_count: Default<number>; deleted_at: MaybeInstant };
  contact_label_members: { company_id: number; label_id: number; contact_id: number };
}
