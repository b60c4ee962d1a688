-- Since when each look at a host in use found it elsewhere: one lost answer, or a balancer that rotates, ends nobody's session. Looked at again until it is certain.
alter table custom_domains add column elsewhere_since timestamptz;
create or replace function due_domains(hours int, most int) returns table (company_id bigint, id bigint) language sql stable security definer set search_path = public, pg_temp as $$
  select d.company_id, d.id from custom_domains d join companies c on c.id = d.company_id
  where c.account_status = 'active' and (
    (d.synced_at is null and d.claimed_at > now() - make_interval(hours => hours))
    or d.elsewhere_since is not null
    or (d.verified_at is not null and (d.looked_at is null or d.looked_at < now() - interval '1 day')))
  order by d.looked_at nulls first limit most $$;
