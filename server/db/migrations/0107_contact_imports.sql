-- Imports of contacts: the rows of a file as they were read, what saving each will do, and what became of it. They are deleted a day after the end.
create table contact_imports (
  id text primary key,
  company_id bigint not null references companies on delete cascade,
  created_by bigint references users on delete set null,
  file_name text not null default '',
  group_id bigint references contact_groups on delete set null,
  checked_at timestamptz,
  batch_id text references batches on delete set null,
  created_at timestamptz not null default now()
);
create index contact_imports_company on contact_imports (company_id, created_at);

create table import_rows (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies on delete cascade,
  import_id text not null references contact_imports on delete cascade,
  part int not null,
  line int not null,
  -- In E.164; null for what is no number.
  number text,
  typed text not null,
  -- Columns of contacts and their text; what the file leaves empty is not there.
  fields jsonb not null,
  group_id bigint references contact_groups on delete set null,
  problem text,
  is_left_out boolean not null default false,
  verdict text,
  is_opted_out boolean not null default false,
  contact_id bigint references contacts on delete set null,
  -- When the contact was last changed, as the check saw it.
  seen_at timestamptz,
  joins boolean not null default false,
  outcome text
);
create unique index import_rows_line on import_rows (import_id, line);
create index import_rows_number on import_rows (import_id, number);
-- What deletes a contact or a group looks for its rows.
create index import_rows_contact on import_rows (contact_id) where contact_id is not null;
create index import_rows_group on import_rows (group_id) where group_id is not null;
-- A number that comes again by a file restores the contact that had it last.
create index contacts_deleted_number on contacts (company_id, number, deleted_at desc) where deleted_at is not null;

do $$
declare t text;
begin
  foreach t in array array['contact_imports', 'import_rows'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy own_company on %I to keyline_app using (company_id = any (app_company_ids())) with check (company_id = any (app_company_ids()))', t);
    execute format('grant select, insert, update, delete on %I to keyline_app', t);
  end loop;
end $$;
