-- Where a call comes from, as the number it dialed tells: the source that showed the number, the pool the number is from, and the kind of device it was
-- shown on. Null where a call's number was not shown to a visitor. Without a reference: a call keeps what it knows when its pool is deleted.
alter table calls
  add column if not exists traffic_source text,
  add column if not exists dni_pool_id bigint,
  add column if not exists device_type text;
