-- What could not be withdrawn and counts again is as it was: the vendor's refusal is no longer said.
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
