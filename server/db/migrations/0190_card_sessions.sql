-- Sessions of the card page: each is good for the user it was issued to, once.
create table billing_card_sessions (
  vendor_id text primary key,
  company_id bigint not null references companies on delete cascade,
  user_id bigint not null references users on delete cascade,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index billing_card_sessions_company on billing_card_sessions (company_id, created_at);
create index billing_card_sessions_user on billing_card_sessions (user_id);
alter table billing_card_sessions enable row level security;
create policy own_company on billing_card_sessions to keyline_app using (company_id = any (app_company_ids())) with check (company_id = any (app_company_ids()));
grant select, insert, update, delete on billing_card_sessions to keyline_app;
