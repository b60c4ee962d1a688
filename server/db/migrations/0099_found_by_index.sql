-- Whether somebody ever wrote or called is asked with every text; what was deleted counts.
create index items_reached_us on items (company_id, recipient) where is_inbound;
-- The number a person texted from last.
create index items_sent_by on items (company_id, actor_id, created_at desc) where type = 'message' and not is_inbound and deleted_at is null;
-- A sign-in with a provider that came back without its state is the only one of its browser.
create index challenges_of_browser on challenges ((data ->> 'browser')) where kind = 'provider' and used_at is null;
