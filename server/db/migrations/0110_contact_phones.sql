-- Numbers of contacts that were merged into another one: the number stays the kept contact's, unless a contact of its own has it again.
create table contact_phones (
  company_id bigint not null references companies on delete cascade,
  number text not null,
  contact_id bigint not null references contacts on delete cascade,
  primary key (company_id, number)
);
create index contact_phones_contact on contact_phones (contact_id);
alter table contact_phones enable row level security;
create policy own_company on contact_phones to keyline_app using (company_id = any (app_company_ids())) with check (company_id = any (app_company_ids()));
grant select, insert, update, delete on contact_phones to keyline_app;
