-- When the carrier is to be asked next what became of an attempt; null when that is known, or will not be known any more.
alter table message_attempts add column look_at timestamptz;
update message_attempts set look_at = now()
  where created_at > now() - interval '1 day' and (state = 'unknown' or (state = 'accepted' and status_rank < 9));
create index message_attempts_looks on message_attempts (look_at) where look_at is not null;

-- Attempts whose time to be looked at has come, whatever the company. Reads as the owner, tells ids alone.
create function due_looks(most int) returns table (company_id bigint, attempt_id uuid) language sql stable security definer set search_path = public, pg_temp as
  $$ select company_id, id from message_attempts where look_at <= now() order by look_at limit most $$;
revoke execute on function due_looks(int) from public;
grant execute on function due_looks(int) to keyline_identity;
