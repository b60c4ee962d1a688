-- When the second factor was last proved in a session: staff act as others only while that is fresh.
alter table sessions add column mfa_at timestamptz;
-- What is read while somebody acts as a person stands in the trail once a minute.
create index audit_log_acting on audit_log (session_id, action, id desc) where impersonator_id is not null;
