-- Moments in which a mail was asked for, a day back at most: what an hour and a day allow is counted within them, not over a row's whole life.
alter table invites add column asks timestamptz[] not null default array[now()];
update invites set asks = array_fill(asked_at, array[asked]) where asked_at > now() - interval '1 day';
update invites set asks = '{}' where asked_at <= now() - interval '1 day';
