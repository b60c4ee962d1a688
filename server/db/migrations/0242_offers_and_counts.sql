-- The company of a person's own offer of a ringing call, for calls that name no company.
create function company_of_offer(wanted uuid, person bigint) returns bigint language sql stable security definer set search_path = public, pg_temp as $$
  select (select min(entered) from unnest(enter_companies(array[held.company_id], person)) entered)
  from call_offers held where held.id = wanted and held.user_id = person
$$;
revoke execute on function company_of_offer(uuid, bigint) from public;
grant execute on function company_of_offer(uuid, bigint) to keyline_identity;

-- Conversions of an integration are counted by state from the index alone.
create index conversions_states on conversions (integration_id, state);
