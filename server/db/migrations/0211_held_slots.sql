-- A slot that is made again (a number put back into a pool, unparked, restored) knows the hold of its last lease: its visitor may still call.
create or replace function keep_dni_slots() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.pool_id is null or new.status <> 0 then
    delete from dni_slots where number_id = new.id;
  else
    insert into dni_slots (number_id, company_id, pool_id, used_at, until)
    select new.id, new.company_id, new.pool_id, max(held.beat_at), max(held.until) from dni_leases held where held.number_id = new.id
    on conflict (number_id) do update set pool_id = excluded.pool_id where dni_slots.pool_id <> excluded.pool_id;
  end if;
  return null;
end $$;

-- Values of custom fields go with their pool, in each company of an organization that has some.
create function delete_pool_values() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from eav_values where entity_id = old.id and attribute_id in (select id from eav_attributes where entity_type = 'TrackingPool');
  return null;
end $$;
create trigger delete_pool_values after delete on dni_pools for each row execute function delete_pool_values();

-- A report by somebody who works some numbers only holds these alone: it is for who made it.
alter table dni_reports add column is_limited boolean not null default false;
