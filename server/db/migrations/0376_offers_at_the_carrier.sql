-- The carrier's call to the browser that an offer rings in, by which it is let go where its person declines in another window than it rings in.
alter table call_offers add column carrier_sid text;
