-- Meta Ads: events of clicks on ads. `settings`: the account and pixel that were chosen there.
alter table integrations drop constraint integrations_provider_check;
alter table integrations add constraint integrations_provider_check check (provider in ('ga4', 'team-chat', 'lead-crm', 'google-ads', 'meta-ads'));
alter table oauth_transactions drop constraint oauth_transactions_provider_check;
alter table oauth_transactions add constraint oauth_transactions_provider_check check (provider in ('team-chat', 'lead-crm', 'google-ads', 'meta-ads'));
