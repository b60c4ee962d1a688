-- Words are looked up month by month, newest first: a page of a word that is neither common nor rare reads the calls of a few months, at any depth.
create function month_of(at timestamptz) returns date language sql immutable parallel safe as $$ select date_trunc('month', at at time zone 'UTC')::date $$;
drop index transcripts_words;
create index transcripts_words on transcripts using gin (company_id, month_of(started_at), words);

-- Calls of a company in which this is said, newest first, before a position (its id null: before an instant) and not before `since`; so many that `most` are reached where there are as many.
create function newest_calls_saying(company bigint, question tsquery, before_at timestamptz, before_id bigint, since timestamptz, most int)
returns table (call_id bigint, started_at timestamptz) language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  newest timestamptz;
  oldest timestamptz;
  month date;
  found_now int;
  left_over int := most;
begin
  if company <> all (app_company_ids()) then return; end if;
  select max(t.started_at), min(t.started_at) into newest, oldest from transcripts t where t.company_id = company;
  if newest is null then return; end if;
  month := month_of(least(before_at, newest));
  while left_over > 0 and month >= month_of(greatest(since, oldest)) loop
    return query
      -- All of the month first: what is asked of the moment must not lead the planner away from the index of words.
      with said as materialized (
        select t.call_id, t.started_at from transcripts t where t.company_id = company and month_of(t.started_at) = month and t.words @@ question
      )
      select s.call_id, s.started_at from said s
      where s.started_at >= since and (s.started_at < before_at or (s.started_at = before_at and s.call_id < before_id))
      order by s.started_at desc, s.call_id desc limit left_over;
    get diagnostics found_now = row_count;
    left_over := left_over - found_now;
    month := (month - interval '1 month')::date;
  end loop;
end $$;
revoke execute on function newest_calls_saying(bigint, tsquery, timestamptz, bigint, timestamptz, int) from public;
grant execute on function newest_calls_saying(bigint, tsquery, timestamptz, bigint, timestamptz, int) to keyline_app;

-- The same answers in one statement, and nothing is read that lies behind the beginning.
create or replace function find_callers(company bigint, beginning text, most int) returns setof text language sql stable security definer set search_path = public, pg_temp as $$
  with recursive
    span as (select left(beginning, -1) || chr(ascii(right(beginning, 1)) + 1) as behind where company = any (app_company_ids())),
    caller as (
      (select c.recipient, 1 as at from span, calls c where c.company_id = company and c.recipient ~>=~ beginning and c.recipient ~<~ span.behind order by c.recipient using ~<~ limit 1)
      union all
      select (select c.recipient from span, calls c where c.company_id = company and c.recipient ~>~ caller.recipient and c.recipient ~<~ span.behind order by c.recipient using ~<~ limit 1), at + 1
      from caller where caller.recipient is not null and at < most
    )
  select recipient from caller where recipient is not null
$$;

-- A call is written a dozen times while it goes on. No index stands on what changes then, and its page has room, so that such a write touches no index.
alter table calls add column is_live boolean not null generated always as (live_state is not null) stored;
drop index calls_live;
drop index calls_silent;
create index calls_live on calls (company_id, started_at) where is_live;
alter table calls set (fillfactor = 70);
create or replace function silent_calls(since timestamptz) returns table (company_id bigint, call_id bigint) language sql stable security definer set search_path = public, pg_temp as
  $$ select company_id, id from calls where is_live and last_heard_at < since order by last_heard_at limit 200 $$;

-- As before, but for what changes nothing that is counted.
create or replace function keep_call_days() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  touched bigint[];
  company bigint;
begin
  -- Most of what is told of a call that goes on changes nothing that is counted.
  if tg_op = 'INSERT' then
    if not exists (select from new_calls) then return null; end if;
  elsif tg_op = 'UPDATE' then
    if not exists (select from new_calls n join old_calls o using (id) where
      (n.company_id, n.number_id, n.started_at, n.is_inbound, n.result, n.is_first_contact, n.is_lead, n.is_appointment, n.qualification, n.duration, n.ring_seconds, n.value)
      is distinct from
      (o.company_id, o.number_id, o.started_at, o.is_inbound, o.result, o.is_first_contact, o.is_lead, o.is_appointment, o.qualification, o.duration, o.ring_seconds, o.value)
    ) then return null; end if;
  end if;
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
create or replace function keep_first_calls() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
  if tg_op = 'INSERT' then
    if not exists (select from new_calls) then return null; end if;
  elsif tg_op = 'UPDATE' then
    if not exists (select from new_calls n join old_calls o using (id) where (n.company_id, n.recipient, n.started_at) is distinct from (o.company_id, o.recipient, o.started_at))
      then return null; end if;
  end if;
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

-- Whose call it is: the call's own company, once it is known, also when the number was given away meanwhile; else whose number is called.
create function whose_call(sid text, called text) returns table (company_id bigint, number_id bigint) language sql stable security definer set search_path = public, pg_temp as $$
  select c.company_id, c.number_id from calls c where c.carrier_sid = sid
  union all
  select d.company_id, d.number_id from number_directory d where d.number = called and not exists (select from calls c where c.carrier_sid = sid)
$$;
revoke execute on function whose_call(text, text) from public;
grant execute on function whose_call(text, text) to keyline_identity;
