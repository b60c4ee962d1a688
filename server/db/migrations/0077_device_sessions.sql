-- A device's token ends with the session that registered it; those of sessions nobody knows are gone.
delete from device_tokens;
alter table device_tokens add column session_id uuid not null references sessions on delete cascade;
create index device_tokens_session on device_tokens (session_id);
