-- Rules of integrations: by kind, the line by which a call is told. A conversion that its rule left out waits again once a fact changes that a rule may name.
alter table integrations add column rules jsonb not null default '{}';
alter table conversions add column is_left_out boolean not null default false;
create index conversions_left_out on conversions (call_id) where is_left_out;

-- Statements stand in the functions as they are: planned once a connection.
create function weigh_call() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update conversions c set state = 'held', is_left_out = false, reason = null, due_at = now() + interval '30 seconds'
  from integrations i
  where c.call_id = new.id and c.is_left_out and c.state = 'withdrawn' and c.is_marked and i.id = c.integration_id and i.is_active;
  return null;
end $$;
create trigger weigh_call
  after update of result, duration, qualification, department, outcome, is_lead, is_appointment, is_first_contact, answered_by, traffic_source, dni_pool_id, device_type
  on calls for each row
  -- Before its end a call counts for its marks alone.
  when ((old.ended_at is not null or new.is_lead or new.is_appointment) and
    (old.result, old.duration, old.qualification, old.department, old.outcome, old.is_lead, old.is_appointment, old.is_first_contact, old.answered_by, old.traffic_source,
     old.dni_pool_id, old.device_type)
    is distinct from
    (new.result, new.duration, new.qualification, new.department, new.outcome, new.is_lead, new.is_appointment, new.is_first_contact, new.answered_by, new.traffic_source,
     new.dni_pool_id, new.device_type))
  execute function weigh_call();

create function weigh_tagged() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update conversions c set state = 'held', is_left_out = false, reason = null, due_at = now() + interval '30 seconds'
  from integrations i
  where c.call_id in (select call_id from tagged) and c.is_left_out and c.state = 'withdrawn' and c.is_marked and i.id = c.integration_id and i.is_active;
  return null;
end $$;
create trigger weigh_tagged after insert on call_tags referencing new table as tagged for each statement execute function weigh_tagged();
create trigger weigh_untagged after delete on call_tags referencing old table as tagged for each statement execute function weigh_tagged();
