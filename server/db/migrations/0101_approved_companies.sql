-- A company that waits for the operator: it buys, brings in and looks up nothing until then.
alter table companies add column awaits_approval boolean not null default false;

-- Limits and the approval are the operator's: what serves a company's own people changes its settings and nothing else.
revoke update on companies from keyline_app;
grant update (name, timezone, accent, links_enabled, is_onboarding_required, default_area_code) on companies to keyline_app;
