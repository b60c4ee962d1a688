-- A contact who opted out stays so under another number: texts to that number are refused as well.
insert into opt_outs (company_id, number, source, at)
select company_id, number, 'contact', updated_at from contacts where is_unsubscribed and deleted_at is null
on conflict do nothing;
