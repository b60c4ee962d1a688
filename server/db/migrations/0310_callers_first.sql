-- Which call of a caller is the first is settled before days are counted: a call that held its day and waited for its caller, and one that held the caller and
-- changed what an earlier call counts for, waited for each other. As in `keep_first_calls`: a few callers one by one, many at once alone.
do $$
declare
  facts constant text := call_facts('new_calls', 1);
begin
  execute 'create or replace function keep_calls_inserted() returns trigger language plpgsql security definer set search_path = public, pg_temp as $body$
#variable_conflict use_column
declare
  few constant int := 50;
  touched bigint[];
  touched_company bigint;
begin
  if not exists (select from new_calls) then return null; end if;
  touched := array(select distinct company_id from new_calls order by 1);
  if (select count(*) from (select distinct company_id, recipient from new_calls limit few + 1) callers) <= few then
    perform pg_advisory_xact_lock_shared(hashtextextended(''first_calls'', company)) from unnest(touched) as company;
    perform pg_advisory_xact_lock(hashtextextended(recipient, company_id)) from (select distinct company_id, recipient from new_calls order by 1, 2) callers;
  else
    perform pg_advisory_xact_lock(hashtextextended(''first_calls'', company)) from unnest(touched) as company;
  end if;
  foreach touched_company in array touched loop perform pg_advisory_xact_lock_shared(call_days_lock(touched_company)); end loop; '
    || add_to_call_days(facts) || '; ' || add_to_call_parts(facts) || '; return null; end $body$';
end $$;
