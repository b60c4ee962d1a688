-- A text that sounds like an opt-out but is no keyword: open until a user confirms or dismisses it.
alter table items add column opt_out_review text check (opt_out_review in ('open', 'confirmed', 'dismissed'));
create index items_opt_out_review on items (company_id, recipient) where opt_out_review = 'open';
