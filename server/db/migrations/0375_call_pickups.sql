-- Callers are led not only to whom a call is handed on, but also to who picks it up in another window than it rang in: then the destination is their own browser.
alter table call_transfers add column is_pickup boolean not null default false;
