-- Sums of all calls of a company and day are one row, too: key figures of a year read a row a day, however many numbers the company has.
alter table call_parts drop constraint call_parts_part_check;
alter table call_parts add constraint call_parts_part_check check (part in ('hour', 'answered_by', 'source', 'pool', 'area', 'day'));

create or replace function add_to_call_parts(facts text) returns text language sql immutable as $$
  with sums as (
    select unnest('{calls,inbound,answered,missed,voicemail,blocked,first_time,leads,appointments,qualified,over_30,over_90,over_120,over_300,duration,ring_seconds,value}'::text[]) as name
  )
  select format(
    'insert into call_parts as kept (company_id, part, day, key, %1$s) select company_id, p.part, day, p.key, %2$s from (%3$s) facts
     cross join lateral (values (''hour'', facts.hour), (''answered_by'', facts.answered_by), (''source'', facts.source), (''pool'', facts.pool), (''area'', facts.area), (''day'', '''')) p (part, key)
     where p.key is not null group by company_id, p.part, day, p.key having %4$s order by company_id, p.part, day, p.key
     on conflict (company_id, part, day, key) do update set %5$s',
    string_agg(name, ', '), string_agg(format('sum(facts.%1$s)', name), ', '), facts,
    string_agg(format('sum(facts.%1$s) <> 0', name), ' or '), string_agg(format('%1$s = kept.%1$s + excluded.%1$s', name), ', '))
  from sums
$$;

do $$
begin
  insert into call_parts (company_id, part, day, key, calls, inbound, answered, missed, voicemail, blocked, first_time, leads, appointments, qualified, over_30, over_90, over_120, over_300, duration, ring_seconds, value)
  select company_id, 'day', day, '', sum(calls), sum(inbound), sum(answered), sum(missed), sum(voicemail), sum(blocked), sum(first_time), sum(leads), sum(appointments), sum(qualified), sum(over_30), sum(over_90), sum(over_120), sum(over_300), sum(duration), sum(ring_seconds), sum(value) from call_days group by company_id, day;
end $$;

-- The functions of the triggers hold the statements as they are; they are written anew.
do $$
declare
  head constant text := 'language plpgsql security definer set search_path = public, pg_temp as $body$
#variable_conflict use_column
declare
  touched bigint[];
  touched_company bigint;
begin ';
  lock constant text := 'foreach touched_company in array touched loop perform pg_advisory_xact_lock_shared(call_days_lock(touched_company)); end loop; ';
  ended constant text := 'return null; end $body$';
  tidied constant text := 'delete from call_days where calls = 0 and company_id = any (touched); delete from call_parts where calls = 0 and company_id = any (touched); ';
  facts text;
begin
  facts := call_facts('new_calls', 1);
  execute 'create or replace function keep_calls_inserted() returns trigger ' || head || 'if not exists (select from new_calls) then return null; end if;
    touched := array(select distinct company_id from new_calls order by 1); ' || lock || add_to_call_days(facts) || '; ' || add_to_call_parts(facts) || '; ' || ended;
  facts := call_facts('old_calls', -1);
  execute 'create or replace function keep_calls_deleted() returns trigger ' || head || 'touched := array(select distinct company_id from old_calls order by 1); ' || lock
    || add_to_call_days(facts) || '; ' || add_to_call_parts(facts) || '; ' || tidied || ended;
  facts := call_facts('new_calls', 1) || ' union all ' || call_facts('old_calls', -1);
  -- Most of what is told of a call that goes on changes nothing that is counted.
  execute 'create or replace function keep_calls_updated() returns trigger ' || head || 'if not exists (select from new_calls n join old_calls o using (id) where
      (n.company_id, n.number_id, n.recipient, n.started_at, n.is_inbound, n.result, n.is_first_contact, n.is_lead, n.is_appointment, n.qualification, n.duration,
        n.ring_seconds, n.value, n.answered_by, n.traffic_source, n.dni_pool_id)
      is distinct from
      (o.company_id, o.number_id, o.recipient, o.started_at, o.is_inbound, o.result, o.is_first_contact, o.is_lead, o.is_appointment, o.qualification, o.duration,
        o.ring_seconds, o.value, o.answered_by, o.traffic_source, o.dni_pool_id)
    ) then return null; end if;
    touched := array(select company_id from new_calls union select company_id from old_calls order by 1); ' || lock || add_to_call_days(facts) || '; ' || add_to_call_parts(facts) || '; ' || tidied || ended;
end $$;
