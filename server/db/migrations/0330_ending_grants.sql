-- Grants that can't be renewed have an end: when it is, and when people were mailed. The end of older grants is known once they are reconnected.
alter table integrations add ends_at timestamptz, add ending_told_at timestamptz;
create index integrations_ending on integrations (ends_at) where ending_told_at is null;

-- Integrations of active companies that end within so many days, and were not mailed about.
create function ending_integrations(days int, most int)
returns table (id bigint, company_id bigint, provider text, account text, ends_at timestamptz, company text, slug text, zone text)
language sql stable security definer set search_path = public, pg_temp as $$
  select i.id, i.company_id, i.provider, i.name, i.ends_at, c.name, c.slug, c.timezone
  from integrations i join companies c on c.id = i.company_id
  where i.ending_told_at is null and not i.needs_reconnect and i.ends_at > now() and i.ends_at <= now() + make_interval(days => days) and c.account_status = 'active'
  order by i.ends_at, i.id limit most $$;
revoke execute on function ending_integrations(int, int) from public;
grant execute on function ending_integrations(int, int) to keyline_identity;
