-- Microsoft Ads: conversions of clicks on ads, and goals for them. `settings`: the account that was chosen there.
alter table integrations drop constraint integrations_provider_check;
alter table integrations add constraint integrations_provider_check check (provider in ('ga4', 'team-chat', 'lead-crm', 'google-ads', 'meta-ads', 'microsoft-ads'));
alter table oauth_transactions drop constraint oauth_transactions_provider_check;
alter table oauth_transactions add constraint oauth_transactions_provider_check check (provider in ('team-chat', 'lead-crm', 'google-ads', 'meta-ads', 'microsoft-ads'));

-- Microsoft knows a click an hour after it was made; a conversion that arrives before may be lost. Null: it need not wait so long.
create function click_known_at(vendor text, call bigint) returns timestamptz language sql stable set search_path = public, pg_temp as $$
  select s.started_at + interval '1 hour' from calls c join dni_sessions s on s.id = c.dni_session_id
  where vendor = 'microsoft-ads' and c.id = call and s.click_parameter = 'msclkid' $$;
revoke execute on function click_known_at(text, bigint) from public;

-- What counts anew counts from now: a vendor that has retracted a conversion ignores one of the same time. What could not be withdrawn is as it was: the vendor's
-- refusal is no longer said.
create or replace function begin_conversions(company bigint, counted text, call bigint, item bigint, at timestamptz) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from integrations i where i.company_id = company and i.is_active and counted = any (i.events)) then return; end if;
  insert into conversions (company_id, integration_id, kind, call_id, item_id, occurred_at, due_at)
  select company, i.id, counted, call, item, at, greatest(now() + interval '30 seconds', click_known_at(i.provider, call))
  from integrations i where i.company_id = company and i.is_active and counted = any (i.events)
  on conflict do nothing;
  update conversions c set is_marked = true, occurred_at = at,
    state = case when c.state = 'withdrawn' and i.is_active then 'held' else c.state end,
    due_at = case when c.state = 'withdrawn' then greatest(now() + interval '30 seconds', click_known_at(i.provider, call)) else c.due_at end,
    reason = case when c.state in ('withdrawn', 'accepted') then null else c.reason end
  from integrations i
  where i.id = c.integration_id and c.company_id = company and c.kind = counted and not c.is_marked and (c.call_id = call or c.item_id = item);
end $$;
