-- Words are looked up by parts of a month (eight days, the last one what is left), and by whole months where a part has few: a page of a word that is not common reads the calls of a few days, of a rare one those of a few months.
create function part_of(at timestamptz) returns date language sql immutable parallel safe
  return month_of(at) + 8 * ((extract(day from at at time zone 'UTC')::int - 1) / 8);
-- A company's days as one key: an index of words that has to meet two lists instead of three answers in a third of the time.
create function days_of(company bigint, first date) returns bigint language sql immutable parallel safe return company * 100000 + (first - date '1970-01-01');
drop index transcripts_words;
create index transcripts_words on transcripts using gin (company_id, days_of(company_id, month_of(started_at)), days_of(company_id, part_of(started_at)), words);

-- Calls of a company in which this is said, newest first, before a position (its id null: before an instant) and not before `since`; so many that `most` are reached where there are as many.
create or replace function newest_calls_saying(company bigint, question tsquery, before_at timestamptz, before_id bigint, since timestamptz, most int)
returns table (call_id bigint, started_at timestamptz) language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  newest timestamptz;
  oldest timestamptz;
  position timestamptz;
  part date;
  found_now int;
  left_over int := most;
  by_months boolean := false;
begin
  if company <> all (app_company_ids()) then return; end if;
  select max(t.started_at), min(t.started_at) into newest, oldest from transcripts t where t.company_id = company;
  if newest is null then return; end if;
  position := least(before_at, newest);
  oldest := greatest(since, oldest);
  loop
    part := case when by_months then month_of(position) else part_of(position) end;
    -- All of it first: what is asked of the moment must not lead the planner away from the index of words.
    if by_months then
      return query with said as materialized (
          select t.call_id, t.started_at from transcripts t where days_of(t.company_id, month_of(t.started_at)) = days_of(company, part) and t.words @@ question
        )
        select s.call_id, s.started_at from said s
        where s.started_at >= since and s.started_at <= position and (s.started_at < before_at or (s.started_at = before_at and s.call_id < before_id))
        order by s.started_at desc, s.call_id desc limit left_over;
    else
      return query with said as materialized (
          select t.call_id, t.started_at from transcripts t where days_of(t.company_id, part_of(t.started_at)) = days_of(company, part) and t.words @@ question
        )
        select s.call_id, s.started_at from said s
        where s.started_at >= since and (s.started_at < before_at or (s.started_at = before_at and s.call_id < before_id))
        order by s.started_at desc, s.call_id desc limit left_over;
    end if;
    get diagnostics found_now = row_count;
    left_over := left_over - found_now;
    -- Half a part and more that gave little: the word is rare.
    by_months := by_months or (found_now * 4 < left_over and position - part::timestamp at time zone 'UTC' > interval '4 days');
    -- The last moment before this part: what is left of its month comes next.
    position := part::timestamp at time zone 'UTC' - interval '1 microsecond';
    exit when left_over <= 0 or position < oldest;
  end loop;
end $$;
