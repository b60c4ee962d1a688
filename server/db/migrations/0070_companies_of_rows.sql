-- Whose a row is, for calls that name a row and no company: the company of the row where the person may enter it, else null. A row of a company the
-- person may not enter and a row that is not there are told alike. The caller's right to do what they want is decided afterwards.
create function company_of_row(kind text, wanted bigint, person bigint) returns bigint language sql stable security definer set search_path = public, pg_temp as $$
  select (select min(entered) from unnest(enter_companies(array_agg(held.company_id), person)) entered) from (
    select company_id from contacts where kind = 'contact' and id = wanted
    union all select company_id from conversations where kind = 'conversation' and id = wanted
    union all select company_id from items where kind = 'item' and id = wanted
    union all select company_id from calls where kind = 'call' and id = wanted
    union all select company_id from notes where kind = 'note' and id = wanted
    union all select company_id from phone_numbers where kind = 'number' and id = wanted
    union all select company_id from greetings where kind = 'greeting' and id = wanted
    union all select company_id from blocks where kind = 'block' and id = wanted
    union all select coalesce(a.company_id, c.id) from eav_attributes a left join companies c on a.company_id is null and c.organization_id = a.organization_id
      where kind = 'field' and a.id = wanted
    union all select id from companies where kind = 'unit' and organization_id = wanted
  ) held
$$;
-- The same of a phone number as it is written; one that is in use goes before one that was removed.
create function company_of_number(wanted text, person bigint) returns bigint language sql stable security definer set search_path = public, pg_temp as $$
  select company_id from phone_numbers
  where number = wanted and company_id = any (enter_companies(array(select company_id from phone_numbers where number = wanted), person))
  order by status = 2, company_id limit 1
$$;
revoke execute on function company_of_row(text, bigint, bigint), company_of_number(text, bigint) from public;
grant execute on function company_of_row(text, bigint, bigint), company_of_number(text, bigint) to keyline_identity;
-- The unique index knows numbers in use alone.
create index phone_numbers_spelled on phone_numbers (number);
