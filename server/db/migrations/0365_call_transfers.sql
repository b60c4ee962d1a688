-- Calls that people hand on. A row is kept before the carrier is asked: `fault` says why it was not done, `taken_at` when the carrier asked where the caller goes.
create table call_transfers (
  id uuid primary key default gen_random_uuid(),
  company_id bigint not null references companies on delete cascade,
  call_id bigint not null references calls on delete cascade,
  user_id bigint not null references users on delete cascade,
  client_id text not null,
  -- A phone (E.164), or the browser of a colleague by the name it is dialled by.
  destination text not null,
  by_name text not null,
  to_name text not null,
  created_at timestamptz not null default now(),
  fault text,
  taken_at timestamptz,
  unique (company_id, user_id, client_id)
);
create index call_transfers_call on call_transfers (call_id);
create index call_transfers_user on call_transfers (user_id);

alter table call_transfers enable row level security;
create policy own_company on call_transfers to keyline_app using (company_id = any (app_company_ids())) with check (company_id = any (app_company_ids()));
grant select, insert, update, delete on call_transfers to keyline_app;
