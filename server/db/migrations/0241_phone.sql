-- Browsers in which calls ring. One that is not seen for 40 s rings no more.
create table phone_devices (
  company_id bigint not null references companies on delete cascade,
  user_id bigint not null references users on delete cascade,
  device_id text not null,
  seen_at timestamptz not null,
  primary key (company_id, user_id, device_id)
);
create index phone_devices_user on phone_devices (user_id);

-- A ringing call offered to one person in one round. `spent_at`: its proof was used.
create table call_offers (
  id uuid primary key default gen_random_uuid(),
  company_id bigint not null references companies on delete cascade,
  call_id bigint not null references calls on delete cascade,
  user_id bigint not null references users on delete cascade,
  round smallint not null,
  created_at timestamptz not null default now(),
  accepted_at timestamptz,
  declined_at timestamptz,
  spent_at timestamptz,
  unique (call_id, round, user_id)
);
create index call_offers_user on call_offers (company_id, user_id, created_at);
create index call_offers_of_user on call_offers (user_id);

do $$
declare t text;
begin
  foreach t in array array['phone_devices', 'call_offers'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy own_company on %I to keyline_app using (company_id = any (app_company_ids())) with check (company_id = any (app_company_ids()))', t);
    execute format('grant select, insert, update, delete on %I to keyline_app', t);
  end loop;
end $$;

-- Who may answer a ringing call in the app: the first who asks, for a few seconds.
alter table calls add column reserved_by bigint references users on delete set null, add column reserved_at timestamptz;
create index calls_reserved_by on calls (reserved_by) where reserved_by is not null;
