-- What an organization has in a custom field is one for all its companies; its administrators alone change it, and the organization's fields.
create function administers_organization(person bigint, organization bigint) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from organization_users o where o.user_id = person and o.organization_id = organization)
$$;
revoke execute on function administers_organization(bigint, bigint) from public;
grant execute on function administers_organization(bigint, bigint) to keyline_app;

create policy own_organization on eav_values to keyline_app
  using (entity_id in (select organization_id from companies) and exists (select from eav_attributes a where a.id = attribute_id and a.entity_type = 'Organization'))
  with check (company_id = any (app_company_ids()));
-- Where several companies of one organization had filled in a field, the newest company's value stays.
delete from eav_values v using eav_attributes a, eav_values other
  where a.id = v.attribute_id and a.entity_type = 'Organization'
    and other.attribute_id = v.attribute_id and other.entity_id = v.entity_id and other.company_id > v.company_id;
