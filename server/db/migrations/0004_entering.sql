-- Of these companies, those the person works in or whose organization the person administers. A transaction made for a person shows the rows of
-- these alone: what the app checked before is checked here again, and row-level security holds also where that check is wrong.
create function enter_companies(ids bigint[], person bigint) returns bigint[] language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(array_agg(c.id), '{}') from companies c
  where c.id = any (ids) and (
    exists (select from memberships m where m.company_id = c.id and m.user_id = person)
    or exists (select from organization_users o where o.organization_id = c.organization_id and o.user_id = person)
  )
$$;
revoke execute on function enter_companies(bigint[], bigint) from public;
grant execute on function enter_companies(bigint[], bigint) to keyline_app, keyline_identity;
