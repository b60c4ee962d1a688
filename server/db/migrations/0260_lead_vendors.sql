-- Vendors that calls are reported to by OAuth: first a CRM. `settings`: what was chosen there, as the vendor named it.
alter table integrations drop constraint integrations_provider_check;
alter table integrations add constraint integrations_provider_check check (provider in ('ga4', 'team-chat', 'lead-crm'));
alter table integrations add column settings jsonb;
alter table oauth_transactions drop constraint oauth_transactions_provider_check;
alter table oauth_transactions add constraint oauth_transactions_provider_check check (provider in ('team-chat', 'lead-crm'));
