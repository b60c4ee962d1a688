-- Invitations an address was sent today by whatever company, and those a person sent within the hour: who founds many companies has no more than others.
create index invites_email on invites (email, asked_at);
create index invites_inviter on invites (invited_by, asked_at) where invited_by is not null;
create function find_invited_too_often(emails citext[], most int) returns text language sql stable security definer set search_path = public, pg_temp as $$
  select email::text from invites, unnest(asks) as ask
  where email = any (emails) and asked_at > now() - interval '1 day' and ask > now() - interval '1 day'
  group by email having count(*) >= most limit 1 $$;
create function count_invited_by(person bigint) returns bigint language sql stable security definer set search_path = public, pg_temp as $$
  select count(*) from invites, unnest(asks) as ask
  where invited_by = person and asked_at > now() - interval '1 hour' and ask > now() - interval '1 hour' $$;
revoke execute on function find_invited_too_often(citext[], int) from public;
revoke execute on function count_invited_by(bigint) from public;
grant execute on function find_invited_too_often(citext[], int) to keyline_app;
grant execute on function count_invited_by(bigint) to keyline_app;
