-- Several conversions go by one request. One of a request that a vendor counted in part is sent again by itself, to learn what became of it.
alter table conversions add column is_alone boolean not null default false;
