-- What the companies of an organization share is changed from one of them and told to all.
create function sharing_companies(organization bigint) returns setof bigint language sql stable security definer set search_path = public, pg_temp as $$
  select c.id from companies c
  where c.organization_id = organization
    and exists (select from companies mine where mine.organization_id = organization and mine.id = any (app_company_ids()))
$$;
revoke execute on function sharing_companies(bigint) from public;
grant execute on function sharing_companies(bigint) to keyline_app;

-- Records changes for a company that shares an organization with an open one; the position of the last of them.
create function tell_company(company bigint, told jsonb) returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare last bigint;
begin
  if not exists (select from companies c where c.id = company and company in (select sharing_companies(c.organization_id))) then
    raise exception 'Company % shares nothing with an open one', company;
  end if;
  update company_cursors set seq = seq + jsonb_array_length(told) where company_id = company returning seq into last;
  insert into changes (company_id, seq, change)
    select company, last - jsonb_array_length(told) + at, value || jsonb_build_object('companyId', company, 'seq', last - jsonb_array_length(told) + at)
    from jsonb_array_elements(told) with ordinality as part (value, at);
  return last;
end $$;
revoke execute on function tell_company(bigint, jsonb) from public;
grant execute on function tell_company(bigint, jsonb) to keyline_app;
