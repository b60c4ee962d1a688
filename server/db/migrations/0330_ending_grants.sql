-- Grants that can't be renewed end: when, and when people were told. Grants from before are known once they are connected anew.
alter table integrations add ends_at timestamptz, add ending_told_at timestamptz;
create index integrations_ending on integrations (ends_at) where ending_told_at is null;

-- Integrations that end within so many days, with who may reconnect them.
create function ending_integrations(days int, most int)
returns table (id bigint, company_id bigint, provider text, account text, ends_at timestamptz, company text, slug text, zone text, emails text[])
language sql stable security definer set search_path = public, pg_temp as $$
  select i.id, i.company_id, i.provider, i.name, i.ends_at, c.name, c.slug, c.timezone, array(
    select u.email from memberships m join users u on u.id = m.user_id
    where m.company_id = i.company_id and m.role in ('owner', 'administrator') and u.disabled_at is null order by u.id)
  from integrations i join companies c on c.id = i.company_id
  where i.ending_told_at is null and not i.needs_reconnect and i.ends_at > now() and i.ends_at <= now() + make_interval(days => days) and c.account_status = 'active'
  order by i.ends_at, i.id limit most $$;
revoke execute on function ending_integrations(int, int) from public;
grant execute on function ending_integrations(int, int) to keyline_identity;
