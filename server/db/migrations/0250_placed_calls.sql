-- Calls that people make from the app. A row is the leave to make one call: `carrier_sid` is the call that used it, `fault` why it was not dialled.
create table placed_calls (
  id uuid primary key default gen_random_uuid(),
  company_id bigint not null references companies on delete cascade,
  user_id bigint not null references users on delete cascade,
  number_id bigint not null references phone_numbers on delete cascade,
  destination text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  carrier_sid text unique,
  call_id bigint references calls on delete cascade,
  fault text,
  initiated_at timestamptz,
  ended_at timestamptz
);
create index placed_calls_of_user on placed_calls (company_id, user_id, created_at);
create index placed_calls_user on placed_calls (user_id);
create index placed_calls_number on placed_calls (number_id);
create index placed_calls_call on placed_calls (call_id) where call_id is not null;

alter table placed_calls enable row level security;
create policy own_company on placed_calls to keyline_app using (company_id = any (app_company_ids())) with check (company_id = any (app_company_ids()));
grant select, insert, update, delete on placed_calls to keyline_app;

-- The company of a person's own offer of a ringing call, or of their own call, for calls that name no company.
create or replace function company_of_offer(wanted uuid, person bigint) returns bigint language sql stable security definer set search_path = public, pg_temp as $$
  select (select min(entered) from unnest(enter_companies(array[held.company_id], person)) entered)
  from (
    select company_id from call_offers where id = wanted and user_id = person
    union all
    select company_id from placed_calls where id = wanted and user_id = person
  ) held
$$;
