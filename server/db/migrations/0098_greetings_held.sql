-- Greetings a company may use, held until the transaction ends: a row lock of its own would ask for the policy of updates, which shared rows give to administrators alone.
create function hold_greetings(wanted bigint[]) returns setof bigint language sql security definer set search_path = public, pg_temp as $$
  select g.id from greetings g
  where g.id = any (wanted)
    and (g.company_id = any (app_company_ids())
      or g.business_unit_id in (select c.organization_id from companies c where c.id = any (app_company_ids())))
  order by g.id
  for key share
$$;
revoke execute on function hold_greetings(bigint[]) from public;
grant execute on function hold_greetings(bigint[]) to keyline_app;

-- Takes a greeting that is about to be deleted out of the routes of every company that may have it; answers the numbers and templates that change, those whose column
-- the foreign key empties included. Only for those who may delete it.
drop function release_greeting(bigint);
create function release_greeting(leaving bigint) returns table (company bigint, number bigint, template bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
declare home bigint; unit bigint; hearing bigint[]; t text; key text; inside text;
begin
  select g.company_id, g.business_unit_id into home, unit from greetings g
  where g.id = leaving and case when g.business_unit_id is null then g.company_id = any (app_company_ids())
    else g.business_unit_id in (select c.organization_id from companies c where c.id = any (app_company_ids()))
      and administers_organization(app_user_id(), g.business_unit_id) end
  for update;
  if not found then raise exception 'Only a greeting that may be deleted is released'; end if;
  hearing := array(select c.id from companies c where c.id = home or c.organization_id = unit);
  inside := format('(routes @> %L::jsonb or routes @> %L::jsonb)', jsonb_build_array(jsonb_build_object('voicemailGreetingId', leaving)),
    jsonb_build_array(jsonb_build_object('onholdMusicId', leaving)));
  foreach t in array array['number_routings', 'number_templates'] loop
    key := case t when 'number_routings' then 'number_id, null::bigint' else 'null::bigint, id' end;
    return query execute format('select company_id, %s from %I where company_id = any ($1) and (greeting_id = $2 or voicemail_greeting_id = $2) and not %s', key, t, inside)
      using hearing, leaving;
    return query execute format('update %I set version = version + 1, updated_at = now(), routes = (
        select jsonb_agg(route
          || case when route -> ''voicemailGreetingId'' = to_jsonb($2) then ''{"voicemailGreetingId": null}'' else ''{}'' end::jsonb
          || case when route -> ''onholdMusicId'' = to_jsonb($2) then ''{"onholdMusicId": null}'' else ''{}'' end::jsonb order by at)
        from jsonb_array_elements(routes) with ordinality as part (route, at))
      where company_id = any ($1) and %s returning company_id, %s', t, inside, key) using hearing, leaving;
  end loop;
end $$;
revoke execute on function release_greeting(bigint) from public;
grant execute on function release_greeting(bigint) to keyline_app;
