-- A million calls are counted in seconds whatever the planner knows of them: right behind a load it takes them for a handful, and would look each up among all the others.
create or replace function count_calls(company bigint) returns void language plpgsql security definer set search_path = public, pg_temp set enable_nestloop = off as $$
begin
  perform pg_advisory_xact_lock(call_days_lock(company));
  update calls set is_first_contact = placed.is_first
    from (select id, row_number() over (partition by recipient order by started_at, id) = 1 as is_first from calls where company_id = company) placed
    where calls.id = placed.id and calls.company_id = company and calls.is_first_contact <> placed.is_first;
  delete from call_days where company_id = company;
  execute add_to_call_days(call_facts('calls', 1, format('c.company_id = %s', company)));
end $$;
