-- The address a tenant's mail comes from: signed with a key of its own once its records are in DNS.
create table email_senders (
  company_id bigint primary key references companies on delete cascade,
  address text not null,
  name text,
  domain text not null,
  selector text not null,
  -- Sealed with the installation's secret.
  private_key text not null,
  public_key text not null,
  records jsonb not null default '[]',
  started_at timestamptz not null default now(),
  looked_at timestamptz,
  verified_at timestamptz
);
alter table email_senders enable row level security;
create policy own_company on email_senders to keyline_app using (company_id = any (app_company_ids())) with check (company_id = any (app_company_ids()));
grant select, insert, update, delete on email_senders to keyline_app;

-- Senders to look at again: those whose records are not all there, least recently looked at first.
create function due_senders(hours int, most int) returns table (company_id bigint) language sql stable security definer set search_path = public, pg_temp as $$
  select s.company_id from email_senders s where s.verified_at is null and s.started_at > now() - make_interval(hours => hours) order by s.looked_at nulls first limit most $$;
revoke execute on function due_senders(int, int) from public;
grant execute on function due_senders(int, int) to keyline_identity;
