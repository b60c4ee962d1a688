-- Calls as they are reviewed: what they were about, what they led to, whether the caller was new.
alter table calls
  add column department text check (department in ('sales', 'service', 'parts', 'trade', 'credit', 'body_shop', 'admin', 'accessories', 'hr', 'custom_shop', 'rentals', 'unknown', 'quick_lube')),
  add column outcome text check (outcome in ('appt_booked', 'vehicle_ordered', 'parts_ordered', 'get_back_commitment', 'not_opportunity', 'opportunity', 'unknown')),
  add column is_first_contact boolean;

-- Every way in which calls are narrowed has them newest first.
drop index calls_number_started;
create index calls_number_started on calls (number_id, started_at desc, id desc);
create index calls_recipient on calls (company_id, recipient text_pattern_ops, started_at desc, id desc);
create index calls_result on calls (company_id, result, started_at desc, id desc);
create index calls_answered_by on calls (company_id, answered_by, started_at desc, id desc) where answered_by is not null;
create index calls_qualification on calls (company_id, qualification, started_at desc, id desc) where qualification is not null;
create index calls_lead on calls (company_id, started_at desc, id desc) where is_lead;
create index calls_appointment on calls (company_id, started_at desc, id desc) where is_appointment;
create index calls_first_contact on calls (company_id, started_at desc, id desc) where is_first_contact;
create index calls_long on calls (company_id, duration, started_at desc, id desc) where duration > 300;

update calls set is_first_contact = calls.id = earliest.id
from (select distinct on (company_id, recipient) company_id, recipient, id from calls order by company_id, recipient, started_at, id) earliest
where earliest.company_id = calls.company_id and earliest.recipient = calls.recipient;
-- Who writes a call down need not know whether somebody called before.
create function mark_first_contact() returns trigger language plpgsql set search_path = public as $$
begin
  new.is_first_contact := not exists (select from calls where company_id = new.company_id and recipient = new.recipient);
  return new;
end $$;
create trigger mark_first_contact before insert on calls for each row when (new.is_first_contact is null) execute function mark_first_contact();

create table call_tags (
  company_id bigint not null references companies on delete cascade,
  call_id bigint not null references calls on delete cascade,
  tag_id bigint not null references tags on delete cascade,
  primary key (call_id, tag_id)
);
create index call_tags_tag on call_tags (tag_id, call_id);

-- The words of each speaker, for searching: the agent's weigh A, the customer's B.
create function transcript_words(segments jsonb) returns tsvector language sql immutable set search_path = pg_catalog as $$
  select
    setweight(to_tsvector('english', coalesce(string_agg(segment ->> 'transcript', ' ' order by at) filter (where segment ->> 'speaker' = 'agent'), '')), 'A') ||
    setweight(to_tsvector('english', coalesce(string_agg(segment ->> 'transcript', ' ' order by at) filter (where segment ->> 'speaker' = 'customer'), '')), 'B')
  from jsonb_array_elements(segments) with ordinality as part (segment, at)
$$;
-- What was said in a call. segments: [{channel, speaker, transcript, startTime, endTime}], times in seconds since the recording began.
create table transcripts (
  call_id bigint primary key references calls on delete cascade,
  company_id bigint not null references companies on delete cascade,
  started_at timestamptz not null,
  agent_talk numeric(5, 2) not null default 0,
  client_talk numeric(5, 2) not null default 0,
  channels jsonb not null default '{}',
  segments jsonb not null default '[]',
  words tsvector not null generated always as (transcript_words(segments)) stored
);
create index transcripts_newest on transcripts (company_id, started_at desc, call_id desc);
create index transcripts_words on transcripts using gin (company_id, words);

do $$
declare t text;
begin
  foreach t in array array['call_tags', 'transcripts'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy own_company on %I to keyline_app using (company_id = any (app_company_ids())) with check (company_id = any (app_company_ids()))', t);
    execute format('grant select, insert, update, delete on %I to keyline_app', t);
  end loop;
end $$;

-- Under row-level security the planner may not hand a text search or a prefix to an index, since neither is proven free of leaks; so these read as
-- the owner and themselves keep to the companies of the transaction.

-- Calls of a company in which this is said, any so many of them; a question that names weights asks for one speaker.
create function find_calls_saying(company bigint, question tsquery, most int default null) returns setof bigint language sql stable security definer set search_path = public, pg_temp as $$
  select call_id from transcripts where company_id = company and company = any (app_company_ids()) and words @@ question limit most
$$;
-- Outside numbers that begin so, each once, at most so many: from one to the next, however many calls each has.
create function find_callers(company bigint, beginning text, most int) returns setof text language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  last text := null;
begin
  if company <> all (app_company_ids()) then return; end if;
  for i in 1..most loop
    select recipient into last from calls
      where company_id = company and recipient ~>=~ beginning and starts_with(recipient, beginning) and (last is null or recipient ~>~ last)
      order by recipient using ~<~ limit 1;
    exit when not found;
    return next last;
  end loop;
end $$;
