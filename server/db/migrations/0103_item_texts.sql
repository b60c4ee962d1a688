-- Words of items, for searching: texts, notes, voicemails and what was said in calls. A table of its own: an item is written again with each step of its
-- delivery, its words once.

-- Text as a search compares it: no accents, no capitals, no signs; each character of Chinese and Japanese is a word, for those write no blanks. Most texts
-- are plain ASCII once their accents and curly quotes are gone: they are spared the expressions over all of Unicode, which take most of the time.
create function fold_text(said text) returns text language plpgsql immutable parallel safe as $$
declare
  plain text := left(said, 250000);
begin
  if octet_length(plain) <> length(plain) then plain := unaccent(plain); end if;
  -- The last four have no counterpart: don't is dont.
  plain := translate(lower(plain), '!"#$%&()*+,-./:;<=>?@[\]^_{|}~''`’ʼ', '                              ');
  if octet_length(plain) = length(plain) then return plain; end if;
  return regexp_replace(
    regexp_replace(plain, '[\u0080-\u00bf\u2000-\u206f\u3000-\u3004\u3008-\u3020\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]+', ' ', 'g'),
    '([\u3005-\u3007\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff])', ' \1 ', 'g'
  );
end $$;

-- The 8, 32 or 384 days of a company in which a moment is, as a word among those of an item: the newest items that say something are looked up period by
-- period. Periods are counted from 1970; four and twelve of them make the next longer one.
create function period_word(company bigint, at timestamptz, days int) returns text language sql immutable parallel safe return
  '#' || company || '/' || days || '/' || floor(date_part('epoch', at) / (days * 86400))::bigint;

create function item_words(company bigint, number bigint, phone text, kind text, inbound boolean, actor bigint, at timestamptz, said text)
  returns tsvector language plpgsql immutable parallel safe as $$
begin
  -- No text can have a word that begins with #: company, type, number, phone, user, inbound, periods.
  return to_tsvector('simple', fold_text(said)) || array_to_tsvector(array_remove(array[
    period_word(company, at, 8), period_word(company, at, 32), period_word(company, at, 384),
    '#' || company, '#t' || kind, '#n' || number, '#p' || phone, '#u' || actor, case when inbound then '#in' end
  ], null));
end $$;

-- What was said in a call, by both sides.
create function transcript_text(segments jsonb) returns text language sql immutable parallel safe as $$
  select string_agg(segment ->> 'transcript', ' ' order by at) from jsonb_array_elements(segments) with ordinality as part (segment, at)
$$;

-- All that is in items so far, read before anybody waits for a lock.
create table item_texts as
select i.id as item_id, i.company_id, i.number_id, i.created_at,
  item_words(i.company_id, i.number_id, i.recipient, i.type, i.is_inbound, i.actor_id, i.created_at, coalesce(i.body, transcript_text(t.segments))) as words
from items i left join transcripts t on i.type = 'call' and t.call_id = i.call_id
where coalesce(i.body, transcript_text(t.segments), '') <> '';
alter table item_texts add primary key (item_id),
  alter company_id set not null, alter number_id set not null, alter created_at set not null, alter words set not null;
-- A search reads what waits to be sorted into the index: never more than half a megabyte.
create index item_texts_words on item_texts using gin (words) with (gin_pending_list_limit = 512);
create index item_texts_newest on item_texts (company_id, created_at desc, item_id desc);

alter table item_texts enable row level security;
create policy own_company on item_texts to keyline_app using (company_id = any (app_company_ids())) with check (company_id = any (app_company_ids()));
grant select, insert, update, delete on item_texts to keyline_app;

create function keep_item_text() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  said text := new.body;
begin
  if said is null and new.type = 'call' and new.call_id is not null then
    said := (select transcript_text(segments) from transcripts where call_id = new.call_id);
  end if;
  if coalesce(said, '') = '' then
    if tg_op = 'UPDATE' then delete from item_texts where item_id = new.id; end if;
    return null;
  end if;
  insert into item_texts (item_id, company_id, number_id, created_at, words) values (
    new.id, new.company_id, new.number_id, new.created_at,
    item_words(new.company_id, new.number_id, new.recipient, new.type, new.is_inbound, new.actor_id, new.created_at, said)
  )
  on conflict (item_id) do update set created_at = excluded.created_at, words = excluded.words;
  return null;
end $$;
create function keep_call_text() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  -- As if the call's item were written again, with what was said.
  update items set body = body where call_id = new.call_id and type = 'call' and body is null;
  return null;
end $$;

-- Writes the words of items that have none yet, and of those changed since: where rows came without triggers.
create function fill_item_texts(changed_since timestamptz default 'infinity') returns void language sql set search_path = public, pg_temp as $$
  insert into item_texts (item_id, company_id, number_id, created_at, words)
  select i.id, i.company_id, i.number_id, i.created_at,
    item_words(i.company_id, i.number_id, i.recipient, i.type, i.is_inbound, i.actor_id, i.created_at, coalesce(i.body, transcript_text(t.segments)))
  from items i left join transcripts t on i.type = 'call' and t.call_id = i.call_id
  where (i.updated_at >= changed_since or not exists (select from item_texts known where known.item_id = i.id)) and coalesce(i.body, transcript_text(t.segments), '') <> ''
  on conflict (item_id) do update set created_at = excluded.created_at, words = excluded.words
$$;

-- From here on writers wait, for as long as it takes to catch up with what came meanwhile.
create trigger keep_item_text after insert on items for each row when (new.body is not null or new.type = 'call') execute function keep_item_text();
create trigger keep_changed_item_text after update of body, created_at, call_id on items for each row
  when (old.body is distinct from new.body or old.created_at <> new.created_at or new.type = 'call') execute function keep_item_text();
create trigger keep_call_text after insert or update of segments on transcripts for each row execute function keep_call_text();
delete from item_texts where not exists (select from items where items.id = item_texts.item_id);
select fill_item_texts(now());
alter table item_texts add foreign key (item_id) references items on delete cascade;

-- Failed texts are few; without a word they are looked up by this.
create index items_failed on items (company_id, created_at desc, id desc) where delivery_state in ('failed', 'undelivered') and deleted_at is null;

-- Items of a company that say it, newest first, before a position and not before `since`, `most` of them where there are as many. Under row-level security
-- the planner may not hand a text search to an index, so this reads as the owner and itself keeps to the companies of the transaction. `lookup` is the part
-- of the question that the index answers well. Common words are soon found among the newest; others are looked up by periods, by longer
-- ones where those have few, and all at once where there are not many.
create function newest_items_saying(
  company bigint, lookup tsquery, question tsquery, numbers bigint[], before_at timestamptz, before_id bigint, since timestamptz, most int,
  unread boolean, archived boolean, missed boolean, failed boolean
) returns table (item_id bigint, created_at timestamptz) language plpgsql stable security definer
  set search_path = public, pg_temp set enable_seqscan = off set jit = off as $$
#variable_conflict use_column
declare
  tried constant int := 800;
  place_at timestamptz := before_at;
  place_id bigint := before_id;
  oldest timestamptz;
  begins timestamptz;
  found_now int;
  left_over int := most;
  days int := 8;
  ours tsquery := quote_literal('#' || company)::tsquery;
begin
  if company <> all (app_company_ids()) then return; end if;
  return query
    with newest as materialized (
      select t.item_id, t.created_at, t.number_id, t.words from item_texts t
      where t.company_id = company and (t.created_at, t.item_id) < (place_at, place_id) and t.created_at >= since
      order by t.created_at desc, t.item_id desc limit tried
    )
    select s.item_id, s.created_at from newest s
    where s.words @@ question and (numbers is null or s.number_id = any (numbers)) and exists (
      select from items i where i.id = s.item_id and i.deleted_at is null and i.conversation_id is not null
        and (unread is null or i.is_read <> unread)
        and (failed is null or i.delivery_state in ('failed', 'undelivered'))
        and (archived is null or exists (select from conversations c where c.id = i.conversation_id and c.is_archived = archived))
        and (missed is null or exists (select from calls k where k.id = i.call_id and k.result = 'missed')))
    order by s.created_at desc, s.item_id desc limit left_over;
  get diagnostics found_now = row_count;
  left_over := left_over - found_now;
  if left_over <= 0 then return; end if;
  -- The last one tried; there is none where all were tried.
  select t.created_at, t.item_id into place_at, place_id from item_texts t
    where t.company_id = company and (t.created_at, t.item_id) < (before_at, before_id) and t.created_at >= since
    order by t.created_at desc, t.item_id desc offset tried - 1 limit 1;
  if not found then return; end if;
  select greatest(since, min(t.created_at)) into oldest from item_texts t where t.company_id = company;
  loop
    begins := case when days is null then oldest else to_timestamp(floor(date_part('epoch', place_at) / (days * 86400)) * days * 86400) end;
    -- All of it first: what is asked of the moment must not lead the planner away from the index of words.
    return query
      with said as materialized (
        select t.item_id, t.created_at, t.number_id, t.words from item_texts t
        where t.words @@ case when days is null then lookup && ours else lookup && quote_literal(period_word(company, place_at, days))::tsquery end
      )
      select s.item_id, s.created_at from said s
      where (lookup = question or s.words @@ question) and s.created_at >= since and (s.created_at, s.item_id) < (place_at, place_id)
        and (numbers is null or s.number_id = any (numbers)) and exists (
        select from items i where i.id = s.item_id and i.deleted_at is null and i.conversation_id is not null
          and (unread is null or i.is_read <> unread)
          and (failed is null or i.delivery_state in ('failed', 'undelivered'))
          and (archived is null or exists (select from conversations c where c.id = i.conversation_id and c.is_archived = archived))
          and (missed is null or exists (select from calls k where k.id = i.call_id and k.result = 'missed')))
      order by s.created_at desc, s.item_id desc limit left_over;
    get diagnostics found_now = row_count;
    left_over := left_over - found_now;
    exit when left_over <= 0 or begins <= oldest;
    -- So few that all there are can be read at once, if they were as few before; else longer periods.
    days := case when found_now * date_part('epoch', begins - oldest) / (days * 86400) < 1500 then null when days = 8 then 32 else 384 end;
    -- The period before this one is named by its last moment.
    place_at := begins - interval '1 microsecond';
    place_id := 9223372036854775807;
  end loop;
end $$;
