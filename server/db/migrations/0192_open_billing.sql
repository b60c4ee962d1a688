-- Fees of a subscription that has ended are handed over with the next one: they are no reason to ask every few minutes.
create or replace function open_billing() returns setof bigint language sql stable security definer set search_path = public, pg_temp as $$
  select b.company_id from company_billing b where b.customer_id is not null and (
    b.asked_at is null or b.asked_at < now() - interval '1 day'
    or (b.subscription is not null and b.subscription ->> 'state' <> 'expired'
      and exists (select from sms_fees f left join billing_fee_items i on i.fee_id = f.id where f.company_id = b.company_id and i.item_id is null)))
  union select company_id from billing_actions where state = 'open' order by 1 $$;
