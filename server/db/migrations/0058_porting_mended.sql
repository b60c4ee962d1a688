-- What a number that is on its way will cost a month: it counts against the plan and the cap. Since when the carrier says all is here while a number is missing.
alter table port_numbers add column monthly_cost numeric(10, 2) not null default 0;
alter table port_requests add column waiting_since timestamptz;
-- A request that is over needs no account and no PIN any more.
update port_requests set account_number = '', pin = null where finished_at is not null;
update calls set call_token = null where call_token is not null and ended_at is not null;
-- Numbers of a request that came to nothing are not with the carrier.
update port_numbers set status = 'canceled' from port_requests
  where port_requests.id = port_numbers.port_id and port_requests.status in ('canceled', 'expired', 'refused')
    and port_numbers.status not in ('completed', 'rejected', 'canceled');

-- Requests that somebody has to work on, whatever the company. Reads as the owner, tells ids alone.
create function open_ports() returns table (company_id bigint, port_id bigint, is_sent boolean) language sql stable security definer set search_path = public, pg_temp as
  $$ select company_id, id, carrier_sid is not null from port_requests where finished_at is null order by id $$;
revoke execute on function open_ports() from public;
grant execute on function open_ports() to keyline_identity;
