-- Tags and greetings that name their organization are of all its companies; its administrators alone make, change and delete those.
do $$
declare t text; unit text; shared text; mine text; admin text;
begin
  foreach t in array array['tags', 'greetings'] loop
    unit := case t when 'tags' then 'organization_id' else 'business_unit_id' end;
    mine := 'company_id = any (app_company_ids())';
    shared := format('%I in (select organization_id from companies)', unit);
    admin := format('administers_organization(app_user_id(), %I)', unit);
    execute format('drop policy own_company on %I', t);
    execute format('create policy own_company on %I for select to keyline_app using (%s or %s)', t, mine, shared);
    execute format('create policy own_company_made on %I for insert to keyline_app with check (%s and (%I is null or (%s and %s)))', t, mine, unit, shared, admin);
    execute format('create policy own_company_changed on %I for update to keyline_app using ((%s and %I is null) or (%s and %s)) with check (%I is null or (%s and %s))',
      t, mine, unit, shared, admin, unit, shared, admin);
    execute format('create policy own_company_gone on %I for delete to keyline_app using ((%s and %I is null) or (%s and %s))', t, mine, unit, shared, admin);
  end loop;
end $$;
create index tags_organization on tags (organization_id) where organization_id is not null;
create index greetings_business_unit on greetings (business_unit_id) where business_unit_id is not null;
-- The sound of a shared greeting is heard in every company that sees the greeting.
create policy shared_greetings on files for select to keyline_app using (id in (select file_id from greetings where business_unit_id is not null));

-- A greeting that is gone is taken out of the routings of every company that had it.
create function release_greeting(gone bigint) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare t text; place text;
begin
  if exists (select from greetings where id = gone) then raise exception 'A greeting that is there is not released'; end if;
  foreach t in array array['number_routings', 'number_templates'] loop
    foreach place in array array['voicemailGreetingId', 'onholdMusicId'] loop
      execute format('update %I set version = version + 1, updated_at = now(), routes = (
          select coalesce(jsonb_agg(case when route ->> $1 = $2 then jsonb_set(route, array[$1], ''null'') else route end order by at), ''[]'')
          from jsonb_array_elements(routes) with ordinality as part (route, at))
        where routes @> jsonb_build_array(jsonb_build_object($1, $3))', t) using place, gone::text, gone;
    end loop;
  end loop;
end $$;
revoke execute on function release_greeting(bigint) from public;
grant execute on function release_greeting(bigint) to keyline_app;
