-- The payment of an invoice: an event about a refund names the payment alone, and no customer.
alter table billing_invoices add column payment_intent text;
create index billing_invoices_payment on billing_invoices (payment_intent);
create function company_of_payment(payment text) returns bigint language sql stable security definer set search_path = public, pg_temp as
  $$ select company_id from billing_invoices where payment_intent = payment limit 1 $$;
revoke execute on function company_of_payment(text) from public;
grant execute on function company_of_payment(text) to keyline_identity;
