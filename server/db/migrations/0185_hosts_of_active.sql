-- A company that is suspended or closed has no host, gets no certificate, and nothing of its is looked at. Its proof stays until it is released.
create or replace function tenant_hosts() returns table (host text, is_api boolean, is_synced boolean, company_id bigint, name text, accent text, support_email text, logo_file_id bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select h.host, h.is_api, d.synced_at is not null, d.company_id, coalesce(t.name, c.name), t.accent, t.support_email, t.logo_file_id
  from custom_domains d join companies c on c.id = d.company_id left join tenants t on t.company_id = d.company_id
  cross join lateral (values (d.app_host, false), (d.api_host, true)) as h (host, is_api)
  where d.verified_at is not null and c.account_status = 'active' $$;

create or replace function due_domains(hours int, most int) returns table (company_id bigint, id bigint) language sql stable security definer set search_path = public, pg_temp as $$
  select d.company_id, d.id from custom_domains d join companies c on c.id = d.company_id
  where c.account_status = 'active' and d.synced_at is null and (d.verified_at is not null or d.claimed_at > now() - make_interval(hours => hours))
  order by d.looked_at nulls first limit most $$;

create or replace function due_senders(hours int, most int) returns table (company_id bigint) language sql stable security definer set search_path = public, pg_temp as $$
  select s.company_id from email_senders s join companies c on c.id = s.company_id
  where c.account_status = 'active' and s.verified_at is null and s.started_at > now() - make_interval(hours => hours)
  order by s.looked_at nulls first limit most $$;

-- Companies that were released before this are released of their domains and senders, too.
delete from sessions where host in (
  select d.app_host from custom_domains d join companies c on c.id = d.company_id where c.account_status = 'closed' and c.numbers_released_at is not null);
delete from custom_domains d using companies c where c.id = d.company_id and c.account_status = 'closed' and c.numbers_released_at is not null;
delete from email_senders s using companies c where c.id = s.company_id and c.account_status = 'closed' and c.numbers_released_at is not null;
