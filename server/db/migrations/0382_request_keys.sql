-- Keys of requests that were done, with a digest of what was asked: the same key is the same request, and no other.
create table request_keys (
  company_id bigint not null references companies on delete cascade,
  user_id bigint not null references users on delete cascade,
  call text not null,
  key text not null,
  digest text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, user_id, call, key)
);
create index request_keys_age on request_keys (created_at);
alter table request_keys enable row level security;
-- The server acts for itself where it does what a person may not see: a ticket of a suspended company.
create policy own_key on request_keys to keyline_app
  using (company_id = any (app_company_ids()) and coalesce(app_user_id(), user_id) = user_id)
  with check (company_id = any (app_company_ids()) and coalesce(app_user_id(), user_id) = user_id);
grant select, insert on request_keys to keyline_app;

-- Forgets keys so many days old, at most so many at once; how many went.
create function prune_request_keys(days int, most int) returns bigint language sql security definer set search_path = public, pg_temp as $$
  with gone as (
    delete from request_keys where ctid = any (array(select ctid from request_keys where created_at < now() - make_interval(days => days) limit most)) returning 1
  )
  select count(*) from gone
$$;
revoke execute on function prune_request_keys(int, int) from public;
grant execute on function prune_request_keys(int, int) to keyline_identity;
