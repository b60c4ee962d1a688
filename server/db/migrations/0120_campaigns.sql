-- Campaigns: one text to a group, whom it goes to, each request to the carrier, and what became of it.
create table campaigns (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies on delete cascade,
  user_id bigint references users on delete set null,
  -- The client's own id: the same twice is one campaign.
  key text not null,
  title text not null,
  message text not null default '',
  unsubscribe_message text not null default '',
  group_id bigint references contact_groups on delete set null,
  number_id bigint references phone_numbers on delete set null,
  deliver_at timestamptz,
  state text not null default 'draft' check (state in ('pending', 'draft', 'queued', 'sending', 'canceled', 'paused', 'sent', 'failed')),
  skip_inbox boolean not null default false,
  fields jsonb not null default '[]',
  version int not null default 1,
  -- Until then a person can take it back.
  held_until timestamptz,
  -- Per cent of the group that gets it first; null once a person let it go on.
  first_percent int,
  paused_reason text check (paused_reason in ('person', 'trickle', 'carrier', 'restored')),
  paused_note text,
  started_at timestamptz,
  -- When a lane has something to do again.
  wake_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  unique (company_id, key)
);
create index campaigns_company on campaigns (company_id, created_at desc) where deleted_at is null;
create index campaigns_wake on campaigns (wake_at) where wake_at is not null;
create index campaigns_group on campaigns (group_id) where group_id is not null;
create index campaigns_number on campaigns (number_id) where number_id is not null;

create table campaign_media (
  company_id bigint not null,
  campaign_id bigint not null references campaigns on delete cascade,
  file_id bigint not null references files on delete cascade,
  position int not null,
  primary key (campaign_id, position)
);
create index campaign_media_file on campaign_media (file_id);

-- Whom a campaign goes to, by number: one row each, written before anybody is texted. Names are those of that moment.
create table campaign_recipients (
  id bigint generated always as identity primary key,
  company_id bigint not null,
  campaign_id bigint not null references campaigns on delete cascade,
  e164 text not null,
  contact_id bigint not null,
  name text not null,
  email text not null,
  -- Zones in which it has to be day, as they are listed for the number and the contact's state.
  zones text not null,
  state text not null check (state in ('waiting', 'held', 'sending', 'sent', 'delivered', 'undelivered', 'failed', 'skipped', 'canceled', 'unknown')),
  reason text,
  error_code text,
  attempts int not null default 0,
  -- Not before.
  due_at timestamptz not null default now(),
  at timestamptz not null default now(),
  cost numeric(12, 4) not null default 0,
  -- The item in the inbox that shows the text, and the state it shows.
  item_id bigint,
  item_state text,
  unique (campaign_id, e164)
);
create index campaign_recipients_due on campaign_recipients (campaign_id, due_at, id) where state in ('waiting', 'held');
create index campaign_recipients_state on campaign_recipients (campaign_id, state, id);
create index campaign_recipients_number on campaign_recipients (company_id, e164);
-- Numbers the carrier calls landlines are skipped the next time.
create index campaign_recipients_landlines on campaign_recipients (company_id, e164) where error_code in ('21635', '21614');
create index campaign_recipients_item on campaign_recipients (item_id) where item_id is not null;

-- One row per request to the carrier: the intent is committed before the request, a one-way door (SAFETY.md).
create table campaign_attempts (
  id uuid primary key default gen_random_uuid(),
  company_id bigint not null,
  campaign_id bigint not null,
  recipient_id bigint not null references campaign_recipients on delete cascade,
  number int not null,
  state text not null check (state in ('intent', 'accepted', 'refused', 'unknown', 'retriable')),
  carrier_sid text,
  status text,
  status_rank int not null default 0,
  error_code text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  look_at timestamptz,
  unique (recipient_id, number)
);
create index campaign_attempts_looks on campaign_attempts (look_at) where look_at is not null;
create index campaign_attempts_intents on campaign_attempts (campaign_id, created_at) where state = 'intent';

-- Recipients of a campaign by state; kept by the statements that change them.
create table campaign_counts (
  campaign_id bigint primary key references campaigns on delete cascade,
  company_id bigint not null,
  waiting int not null default 0,
  held int not null default 0,
  sending int not null default 0,
  sent int not null default 0,
  delivered int not null default 0,
  undelivered int not null default 0,
  failed int not null default 0,
  skipped int not null default 0,
  canceled int not null default 0,
  unknown int not null default 0,
  cost numeric(14, 4) not null default 0
);

-- Who wrote back after a campaign's text, and who opted out. Rows of their own: a text that comes in waits for no lane.
create table campaign_answers (
  campaign_id bigint not null references campaigns on delete cascade,
  company_id bigint not null,
  e164 text not null,
  replied_at timestamptz,
  unsubscribed_at timestamptz,
  primary key (campaign_id, e164)
);

-- What a sending number may still send: a bucket of tokens, shared by all lanes and nodes.
create table number_pace (
  number_id bigint primary key references phone_numbers on delete cascade,
  company_id bigint not null,
  tokens double precision not null,
  at timestamptz not null default clock_timestamp(),
  -- Texts a second; null: what numbers of its kind may.
  rate double precision
);

do $$
declare t text;
begin
  foreach t in array array['campaigns', 'campaign_media', 'campaign_recipients', 'campaign_attempts', 'campaign_counts', 'campaign_answers', 'number_pace'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy own_company on %I to keyline_app using (company_id = any (app_company_ids())) with check (company_id = any (app_company_ids()))', t);
    execute format('grant select, insert, update, delete on %I to keyline_app', t);
  end loop;
end $$;

-- Adds to the counts of campaigns, in the order of their ids, so that two statements do not wait for each other.
create function add_to_campaign_counts(changes jsonb) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from campaign_counts where campaign_id in (select (c ->> 'campaign')::bigint from jsonb_array_elements(changes) c) order by campaign_id for no key update;
  update campaign_counts k set
    waiting = k.waiting + d.waiting, held = k.held + d.held, sending = k.sending + d.sending, sent = k.sent + d.sent, delivered = k.delivered + d.delivered,
    undelivered = k.undelivered + d.undelivered, failed = k.failed + d.failed, skipped = k.skipped + d.skipped, canceled = k.canceled + d.canceled,
    unknown = k.unknown + d.unknown, cost = k.cost + d.cost
  from (
    select campaign,
      coalesce(sum(n) filter (where state = 'waiting'), 0) as waiting, coalesce(sum(n) filter (where state = 'held'), 0) as held,
      coalesce(sum(n) filter (where state = 'sending'), 0) as sending, coalesce(sum(n) filter (where state = 'sent'), 0) as sent,
      coalesce(sum(n) filter (where state = 'delivered'), 0) as delivered, coalesce(sum(n) filter (where state = 'undelivered'), 0) as undelivered,
      coalesce(sum(n) filter (where state = 'failed'), 0) as failed, coalesce(sum(n) filter (where state = 'skipped'), 0) as skipped,
      coalesce(sum(n) filter (where state = 'canceled'), 0) as canceled, coalesce(sum(n) filter (where state = 'unknown'), 0) as unknown,
      coalesce(sum(c), 0) as cost
    from jsonb_to_recordset(changes) as change (campaign bigint, state text, n int, c numeric) group by campaign
  ) d where d.campaign = k.campaign_id;
end $$;
revoke execute on function add_to_campaign_counts(jsonb) from public;

create function keep_campaign_counts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform add_to_campaign_counts(jsonb_agg(s)) from (select campaign_id as campaign, state, count(*) as n, sum(cost) as c from after_ group by 1, 2) s having count(*) > 0;
  elsif tg_op = 'DELETE' then
    perform add_to_campaign_counts(jsonb_agg(s)) from (select campaign_id as campaign, state, -count(*) as n, -sum(cost) as c from before_ group by 1, 2) s having count(*) > 0;
  else
    perform add_to_campaign_counts(jsonb_agg(s)) from (
      select campaign, state, sum(n) as n, sum(c) as c from (
        select campaign_id as campaign, state, count(*) as n, sum(cost) as c from after_ group by 1, 2
        union all select campaign_id, state, -count(*), -sum(cost) from before_ group by 1, 2
      ) both_ group by 1, 2 having sum(n) <> 0 or sum(c) <> 0
    ) s having count(*) > 0;
  end if;
  return null;
end $$;
create trigger keep_added after insert on campaign_recipients referencing new table as after_ for each statement execute function keep_campaign_counts();
create trigger keep_changed after update on campaign_recipients referencing old table as before_ new table as after_ for each statement execute function keep_campaign_counts();
create trigger keep_removed after delete on campaign_recipients referencing old table as before_ for each statement execute function keep_campaign_counts();

create function make_campaign_counts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into campaign_counts (campaign_id, company_id) values (new.id, new.company_id);
  return null;
end $$;
create trigger make_counts after insert on campaigns for each row execute function make_campaign_counts();

-- Notes an answer to the campaign whose text somebody got last, within thirty days.
create function note_campaign_answer(company bigint, who text, sender bigint, replied timestamptz, unsubscribed timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into campaign_answers as a (campaign_id, company_id, e164, replied_at, unsubscribed_at)
    select r.campaign_id, company, who, replied, unsubscribed
    from campaign_recipients r join campaigns c on c.id = r.campaign_id
    where r.company_id = company and r.e164 = who and r.state in ('sending', 'sent', 'delivered', 'undelivered', 'unknown')
      and r.at > now() - interval '30 days' and (sender is null or c.number_id = sender)
    order by r.at desc limit 1
  on conflict (campaign_id, e164) do update set
    replied_at = coalesce(a.replied_at, excluded.replied_at), unsubscribed_at = coalesce(a.unsubscribed_at, excluded.unsubscribed_at)
$$;
revoke execute on function note_campaign_answer(bigint, text, bigint, timestamptz, timestamptz) from public;

create function note_campaign_reply() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform note_campaign_answer(new.company_id, new.recipient, new.number_id, new.created_at, null);
  return null;
end $$;
create trigger note_reply after insert on items for each row when (new.is_inbound and new.type = 'message') execute function note_campaign_reply();

create function note_campaign_opt_out() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform note_campaign_answer(new.company_id, new.number, null, null, new.at);
  return null;
end $$;
create trigger note_opt_out after insert on opt_outs for each row execute function note_campaign_opt_out();

-- Campaigns a lane has something to do for, whatever the company. Reads as the owner, tells ids alone.
create function due_campaigns(most int) returns table (company_id bigint, campaign_id bigint) language sql stable security definer set search_path = public, pg_temp as
  $$ select company_id, id from campaigns where wake_at <= now() order by wake_at limit most $$;
revoke execute on function due_campaigns(int) from public;
grant execute on function due_campaigns(int) to keyline_identity;

-- Attempts of campaigns whose time to be looked at has come, whatever the company.
create function due_campaign_looks(most int) returns table (company_id bigint, attempt_id uuid) language sql stable security definer set search_path = public, pg_temp as
  $$ select company_id, id from campaign_attempts where look_at <= now() order by look_at limit most $$;
revoke execute on function due_campaign_looks(int) from public;
grant execute on function due_campaign_looks(int) to keyline_identity;

-- Campaigns that skip the inbox and got answers to texts the inbox does not show yet, whatever the company.
create index campaign_answers_replied on campaign_answers (replied_at) where replied_at is not null;
create function due_campaign_items(most int) returns table (company_id bigint, campaign_id bigint) language sql stable security definer set search_path = public, pg_temp as $$
  select distinct r.company_id, r.campaign_id from campaign_answers w
    join campaigns c on c.id = w.campaign_id and c.skip_inbox join campaign_recipients r on r.campaign_id = w.campaign_id and r.e164 = w.e164
  where w.replied_at > now() - interval '1 day' and r.item_state is null and r.state in ('sent', 'delivered', 'undelivered', 'failed', 'canceled') limit most
$$;
revoke execute on function due_campaign_items(int) from public;
grant execute on function due_campaign_items(int) to keyline_identity;

-- Applies what the carrier tells of attempts, whatever the company, in one statement: keeps each webhook as it came, moves attempts by rank (a later word never
-- gives way to an earlier one, and the last ones stay), and shows the latest attempt of each recipient. Answers the campaigns that changed, and who opted out.
create function apply_campaign_statuses(told jsonb) returns table (company bigint, campaign bigint, opted_out text[])
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into carrier_webhooks (kind, dedupe_key, payload, applied_at, quarantined)
    select distinct on (t.key) 'campaign.status', t.key, t.payload,
      case when a.id is null or (a.carrier_sid is not null and a.carrier_sid <> t.sid) then null else now() end,
      case when t.fault is not null then t.fault when a.id is null or (a.carrier_sid is not null and a.carrier_sid <> t.sid) then 'Attempt not found' end
    from jsonb_to_recordset(told) as t (key text, payload jsonb, company bigint, attempt uuid, sid text, fault text)
      left join campaign_attempts a on a.id = t.attempt and a.company_id = t.company
    where t.key is not null order by t.key
  on conflict (dedupe_key) do nothing;
  -- Recipients before attempts, in the order of their ids, as lanes take them.
  perform from campaign_recipients r where r.id in (
    select a.recipient_id from jsonb_to_recordset(told) as t (company bigint, attempt uuid)
      join campaign_attempts a on a.id = t.attempt and a.company_id = t.company
  ) order by r.id for no key update;
  return query
  with best as (
    select distinct on (t.attempt) t.* from jsonb_to_recordset(told) as t (company bigint, attempt uuid, sid text, status text, rank int, shown text, error text)
    where t.attempt is not null order by t.attempt, t.rank desc
  ), moved as (
    update campaign_attempts a set
      state = 'accepted', carrier_sid = b.sid, settled_at = coalesce(a.settled_at, now()),
      status = case when b.rank > a.status_rank then b.status else a.status end,
      error_code = case when b.rank > a.status_rank then b.error else a.error_code end,
      status_rank = greatest(a.status_rank, b.rank),
      look_at = case when b.rank >= 9 or a.status_rank >= 9 then null when a.carrier_sid is null then now() + interval '60 seconds' else a.look_at end
    from best b
    where a.id = b.attempt and a.company_id = b.company and (a.carrier_sid is null or (a.carrier_sid = b.sid and b.rank > a.status_rank))
    returning a.id, a.recipient_id, a.number, a.status_rank, b.rank as told_rank, b.shown, b.error
  ), shown as (
    update campaign_recipients r set state = coalesce(m.shown, 'sent'), error_code = m.error, reason = null, at = now()
    from moved m
    where r.id = m.recipient_id and r.attempts = m.number and m.told_rank >= m.status_rank
      and (r.state, r.error_code) is distinct from (coalesce(m.shown, 'sent'), m.error)
    returning r.company_id, r.campaign_id, r.e164, m.error
  )
  select s.company_id, s.campaign_id, array_agg(s.e164) filter (where s.error = '21610') from shown s group by 1, 2;
end $$;
revoke execute on function apply_campaign_statuses(jsonb) from public;
grant execute on function apply_campaign_statuses(jsonb) to keyline_identity, keyline_app;

-- The company of a campaign, for calls that name no company.
create or replace function company_of_row(kind text, wanted bigint, person bigint) returns bigint language sql stable security definer set search_path = public, pg_temp as $$
  select (select min(entered) from unnest(enter_companies(array_agg(held.company_id), person)) entered) from (
    select company_id from contacts where kind = 'contact' and id = wanted
    union all select company_id from contact_groups where kind = 'group' and id = wanted
    union all select company_id from campaigns where kind = 'campaign' and id = wanted
    union all select company_id from conversations where kind = 'conversation' and id = wanted
    union all select company_id from items where kind = 'item' and id = wanted
    union all select company_id from calls where kind = 'call' and id = wanted
    union all select company_id from notes where kind = 'note' and id = wanted
    union all select company_id from phone_numbers where kind = 'number' and id = wanted
    union all select company_id from greetings where kind = 'greeting' and id = wanted
    union all select company_id from blocks where kind = 'block' and id = wanted
    union all select coalesce(a.company_id, c.id) from eav_attributes a left join companies c on a.company_id is null and c.organization_id = a.organization_id
      where kind = 'field' and a.id = wanted
    union all select id from companies where kind = 'unit' and organization_id = wanted
  ) held
$$;
