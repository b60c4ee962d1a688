-- Reports read one row a company, number and day, which is right after every change of a call, in whatever order changes come.

-- Which call between a company and a number was the first is known only once all are there: it is asked anew whenever one comes, goes or moves.
drop trigger mark_first_contact on calls;
drop function mark_first_contact;
update calls set is_first_contact = false where is_first_contact is null;
alter table calls alter column is_first_contact set default false, alter column is_first_contact set not null;
create index calls_first on calls (company_id, recipient) where is_first_contact;

-- Sums over the calls of a day in the company's time zone. Seconds; over_30 are calls of more than 30 seconds. No row without a call.
-- Nothing refers to other tables: a row goes with its last call.
create table call_days (
  company_id bigint not null,
  number_id bigint not null,
  day date not null,
  calls int not null,
  inbound int not null,
  answered int not null,
  missed int not null,
  voicemail int not null,
  blocked int not null,
  first_time int not null,
  leads int not null,
  appointments int not null,
  qualified int not null,
  over_30 int not null,
  over_90 int not null,
  over_120 int not null,
  over_300 int not null,
  duration bigint not null,
  ring_seconds bigint not null,
  value numeric(14, 2) not null,
  primary key (company_id, day, number_id)
);
alter table call_days enable row level security;
create policy own_company on call_days to keyline_app using (company_id = any (app_company_ids()));
grant select on call_days to keyline_app;

create index call_days_empty on call_days (company_id) where calls = 0;

-- The calls of a table, as what each adds to its day, times `sign`. Calls of a company that is gone add nothing.
create function call_facts(source text, sign int, condition text default 'true') returns text language sql immutable as $$
  select format('select c.company_id, c.number_id, (c.started_at at time zone z.timezone)::date as day,
    %2$s as calls, %2$s * c.is_inbound::int as inbound, %2$s * (c.result = ''answered'')::int as answered, %2$s * (c.result = ''missed'')::int as missed,
    %2$s * (c.result = ''voicemail'')::int as voicemail, %2$s * (c.result = ''blocked'')::int as blocked, %2$s * c.is_first_contact::int as first_time,
    %2$s * c.is_lead::int as leads, %2$s * c.is_appointment::int as appointments, %2$s * coalesce(c.qualification = 1, false)::int as qualified,
    %2$s * (c.duration > 30)::int as over_30, %2$s * (c.duration > 90)::int as over_90, %2$s * (c.duration > 120)::int as over_120,
    %2$s * (c.duration > 300)::int as over_300, %2$s * c.duration::bigint as duration, %2$s * c.ring_seconds::bigint as ring_seconds,
    %2$s * coalesce(c.value, 0) as value
    from %1$I c join companies z on z.id = c.company_id where %3$s', source, sign, condition)
$$;

-- The statement that adds such facts to their days, in one order, so that two of them do not wait for each other.
create function add_to_call_days(facts text) returns text language sql immutable as $$
  with sums as (
    select unnest('{calls,inbound,answered,missed,voicemail,blocked,first_time,leads,appointments,qualified,over_30,over_90,over_120,over_300,duration,ring_seconds,value}'::text[]) as name
  )
  select format(
    'insert into call_days as kept (company_id, number_id, day, %1$s) select company_id, number_id, day, %2$s from (%3$s) facts
     group by company_id, number_id, day having %4$s order by company_id, day, number_id
     on conflict (company_id, day, number_id) do update set %5$s',
    string_agg(name, ', '), string_agg(format('sum(%s)', name), ', '), facts,
    string_agg(format('sum(%s) <> 0', name), ' or '), string_agg(format('%1$s = kept.%1$s + excluded.%1$s', name), ', '))
  from sums
$$;

-- While calls of a company are counted its time zone stays; while its time zone changes no call is counted.
create function call_days_lock(company bigint) returns bigint language sql immutable as $$ select hashtextextended('call_days', company) $$;

create function keep_call_days() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  touched bigint[];
  company bigint;
begin
  execute format('select array(select distinct company_id from %I order by 1)', case tg_op when 'DELETE' then 'old_calls' else 'new_calls' end) into touched;
  foreach company in array touched loop perform pg_advisory_xact_lock_shared(call_days_lock(company)); end loop;
  -- A statement of its own: it sees what was committed while the lock was waited for.
  execute add_to_call_days(case tg_op
    when 'INSERT' then call_facts('new_calls', 1)
    when 'DELETE' then call_facts('old_calls', -1)
    else call_facts('new_calls', 1) || ' union all ' || call_facts('old_calls', -1) end);
  if tg_op <> 'INSERT' then delete from call_days where calls = 0 and company_id = any (touched); end if;
  return null;
end $$;

-- Which call was the first is asked anew for every number whose calls came, went or moved: a few numbers at a time one by one, many at once alone.
create function keep_first_calls() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  few constant int := 50;
  moved text := case tg_op
    when 'INSERT' then 'select company_id, recipient from new_calls'
    when 'DELETE' then 'select company_id, recipient from old_calls where is_first_contact'
    else 'select n.company_id, n.recipient from new_calls n join old_calls o using (id)
          where (n.company_id, n.recipient, n.started_at) is distinct from (o.company_id, o.recipient, o.started_at)
          union all select o.company_id, o.recipient from new_calls n join old_calls o using (id)
          where (n.company_id, n.recipient, n.started_at) is distinct from (o.company_id, o.recipient, o.started_at)' end;
  companies bigint[];
  recipients text[];
  firsts bigint[];
begin
  execute format('select array_agg(company_id), array_agg(recipient) from (select distinct company_id, recipient from (%s) moved order by 1, 2) moved', moved)
    into companies, recipients;
  if companies is null then return null; end if;
  if cardinality(companies) <= few then
    perform pg_advisory_xact_lock_shared(hashtextextended('first_calls', company)) from (select distinct unnest(companies) as company order by 1) held;
    for at in 1..cardinality(companies) loop perform pg_advisory_xact_lock(hashtextextended(recipients[at], companies[at])); end loop;
  else
    perform pg_advisory_xact_lock(hashtextextended('first_calls', company)) from (select distinct unnest(companies) as company order by 1) held;
  end if;
  -- Statements of their own: they see what was committed while the locks were waited for.
  select array_agg(first.id order by asked.place) into firsts from unnest(companies, recipients) with ordinality as asked (company, recipient, place)
    left join lateral (select id from calls where company_id = asked.company and calls.recipient = asked.recipient order by started_at, id limit 1) first on true;
  update calls set is_first_contact = false from unnest(companies, recipients, firsts) as asked (company, recipient, first_id)
    where calls.company_id = asked.company and calls.recipient = asked.recipient and calls.is_first_contact and calls.id <> asked.first_id;
  update calls set is_first_contact = true where id = any (firsts) and not is_first_contact;
  return null;
end $$;

-- Counts the calls of a company anew: after they were loaded past the triggers, and when its days begin at another hour.
create function count_calls(company bigint) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(call_days_lock(company));
  update calls set is_first_contact = not is_first_contact where company_id = company and is_first_contact <> (id in (
    select distinct on (recipient) id from calls where company_id = company order by recipient, started_at, id));
  delete from call_days where company_id = company;
  execute add_to_call_days(call_facts('calls', 1, format('c.company_id = %s', company)));
end $$;
revoke execute on function count_calls(bigint) from public;

create function follow_timezone() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' then delete from call_days where company_id = old.id;
  else
    perform pg_advisory_xact_lock(call_days_lock(new.id));
    delete from call_days where company_id = new.id;
    execute add_to_call_days(call_facts('calls', 1, format('c.company_id = %s', new.id)));
  end if;
  return null;
end $$;

select count_calls(id) from companies;

create trigger call_days_insert after insert on calls referencing new table as new_calls for each statement execute function keep_call_days();
create trigger call_days_update after update on calls referencing old table as old_calls new table as new_calls for each statement execute function keep_call_days();
create trigger call_days_delete after delete on calls referencing old table as old_calls for each statement execute function keep_call_days();
create trigger first_calls_insert after insert on calls referencing new table as new_calls for each statement execute function keep_first_calls();
create trigger first_calls_update after update on calls referencing old table as old_calls new table as new_calls for each statement execute function keep_first_calls();
create trigger first_calls_delete after delete on calls referencing old table as old_calls for each statement execute function keep_first_calls();
create trigger follow_timezone after update of timezone on companies for each row when (old.timezone is distinct from new.timezone) execute function follow_timezone();
create trigger forget_days after delete on companies for each row execute function follow_timezone();
