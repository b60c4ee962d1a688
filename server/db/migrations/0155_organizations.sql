-- Organizations say what their new companies begin with, and have a brand; a company has its own where it set one.
alter table organizations
  add column timezone text,
  add column links_enabled boolean not null default false,
  add column accent text,
  add column logo_key text,
  add column logo_type text;
alter table companies
  add column logo_key text,
  add column logo_type text,
  add column account_status_at timestamptz not null default now(),
  add column numbers_released_at timestamptz,
  alter column accent drop not null,
  alter column accent drop default;
-- The color nobody chose is not a company's own.
update companies set accent = null where accent = '#4f46e5';
grant update (logo_key, logo_type, accent, numbers_released_at) on companies to keyline_app;
create index companies_closed on companies (account_status_at) where account_status = 'closed' and numbers_released_at is null;

-- A company that is suspended or closed shows its rows to no person; the system's own work there goes on, so that what comes in is kept.
create or replace function enter_companies(ids bigint[], person bigint) returns bigint[] language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(array_agg(c.id), '{}') from companies c
  where c.id = any (ids) and c.account_status = 'active' and (
    exists (select from memberships m where m.company_id = c.id and m.user_id = person)
    or exists (select from organization_users o where o.organization_id = c.organization_id and o.user_id = person)
  )
$$;

-- What is done in an organization is told to its companies' own audit, too.
alter table audit_log add column organization_id bigint;
create index audit_log_company on audit_log (company_id, id desc) where company_id is not null;
create index audit_log_organization on audit_log (organization_id, id desc) where organization_id is not null;
alter table audit_log enable row level security;
create policy identity_all on audit_log to keyline_identity using (true) with check (true);
create policy added on audit_log for insert to keyline_app with check (true);
create policy own_company on audit_log for select to keyline_app
  using (company_id = any (app_company_ids()) or (company_id is null and organization_id in (select organization_id from companies)));
grant select on audit_log to keyline_app;
