-- A company has one domain; the newest was shown before.
delete from custom_domains d using custom_domains newer where newer.company_id = d.company_id and newer.id > d.id;
drop index custom_domains_company;
create unique index custom_domains_company on custom_domains (company_id);

-- Sessions at both hosts of a domain end with it: tokens and cookies are made at the API's, too.
create or replace function end_host_sessions() returns void language sql security definer set search_path = public, pg_temp as $$
  delete from sessions s using custom_domains d where d.company_id = any (app_company_ids()) and s.host in (d.app_host, d.api_host) $$;
