-- A number that its registration cannot take: why, and since when a number waits for the carrier.
alter table sms_campaign_numbers drop constraint sms_campaign_numbers_state_check;
alter table sms_campaign_numbers add constraint sms_campaign_numbers_state_check check (state in ('adding', 'active', 'removing', 'failed'));
alter table sms_campaign_numbers add column reason text;
alter table sms_campaign_numbers add column waits_since timestamptz not null default now();
