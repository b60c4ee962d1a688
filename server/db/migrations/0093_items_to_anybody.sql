-- Whether somebody ever wrote, and what was sent to them within a day, is asked of deleted items as well.
create index items_with_recipient on items (company_id, recipient, created_at desc);
drop index items_recipient;
