-- What a vendor does with a conversion that it took: some tell it later, and are asked from then on. Null: there is nothing to ask.
alter table conversions add column confirm_at timestamptz;
create index conversions_confirm on conversions (confirm_at) where confirm_at is not null;

create or replace function due_conversions(open_seconds int, most int) returns table (company_id bigint, integration_id bigint) language sql stable security definer set search_path = public, pg_temp as $$
  select c.company_id, c.integration_id from conversions c join integrations i on i.id = c.integration_id and i.is_active and not i.needs_reconnect where c.state = 'held' and c.due_at <= now()
  union
  select c.company_id, c.integration_id from conversions c where c.state = 'intent' and c.attempted_at < now() - make_interval(secs => open_seconds)
  union
  select c.company_id, c.integration_id from conversions c join integrations i on i.id = c.integration_id and i.is_active and not i.needs_reconnect
    where c.state = 'accepted' and not c.is_marked and c.receipt is not null and c.due_at <= now()
  union
  select c.company_id, c.integration_id from conversions c join integrations i on i.id = c.integration_id and i.is_active and not i.needs_reconnect
    where c.confirm_at <= now() and c.state = 'accepted' and c.is_marked
  limit most $$;
