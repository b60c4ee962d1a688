-- A proof lasts while its records do: since when they are definitely missing or others; null while they are found, or nothing was answered since.
alter table custom_domains add column missing_since timestamptz;
alter table email_senders add column missing_since timestamptz;

-- Domains to look at again, least recently looked at first: fresh claims each time, proved ones once a day.
create or replace function due_domains(hours int, most int) returns table (company_id bigint, id bigint) language sql stable security definer set search_path = public, pg_temp as $$
  select d.company_id, d.id from custom_domains d join companies c on c.id = d.company_id
  where c.account_status = 'active' and (
    (d.synced_at is null and d.claimed_at > now() - make_interval(hours => hours))
    or (d.verified_at is not null and (d.looked_at is null or d.looked_at < now() - interval '1 day')))
  order by d.looked_at nulls first limit most $$;

-- The same of senders.
create or replace function due_senders(hours int, most int) returns table (company_id bigint) language sql stable security definer set search_path = public, pg_temp as $$
  select s.company_id from email_senders s join companies c on c.id = s.company_id
  where c.account_status = 'active' and case
    when s.verified_at is null then s.started_at > now() - make_interval(hours => hours)
    else s.looked_at is null or s.looked_at < now() - interval '1 day' end
  order by s.looked_at nulls first limit most $$;
