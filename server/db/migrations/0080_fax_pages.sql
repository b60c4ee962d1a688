-- How far the pages of a fax are drawn; null: it is no fax, or one that came with its pages.
alter table items add column pages_state text check (pages_state in ('waiting', 'drawn', 'unreadable'));
