-- What the lists, counts and the search read by.
create index conversations_count on conversations (company_id, is_archived, number_id);
create index conversations_waiting on conversations (company_id, number_id) include (unread_count) where unread_count > 0 and not is_archived;
create index items_unread_thread on items (conversation_id) where not is_read and deleted_at is null;
create index items_kind on items (company_id, type, created_at desc, id desc) where deleted_at is null;
create index items_recipient on items (company_id, recipient, created_at desc) where deleted_at is null;
create index items_note on items (note_id) where note_id is not null;
create index items_deletion on items (deletion_mark) where deletion_mark is not null;
create index batches_undo on batches (undo_of) where undo_of is not null;
create index contacts_name_prefix on contacts (company_id, lower(name) text_pattern_ops) where deleted_at is null;

-- Loads the extension's settings, one of which find_rows sets.
select similarity('a', 'b');

-- Rows whose search text has all the words. Under row-level security the planner may not hand LIKE to an index, since LIKE is not proven free
-- of leaks; so this one function reads as the owner and itself keeps to the companies of the transaction.
--   how: 'contains' anywhere, 'begins' at the start of words, 'oneOf' any of the words at the start of one, 'resembles' with typing errors,
--   'named' contacts whose name begins so.
--   limited and number_ids: in these companies only conversations of these numbers.
create function find_rows(kind text, companies bigint[], words text[], how text, most int default null, limited bigint[] default '{}', number_ids bigint[] default '{}')
  returns setof bigint language plpgsql stable security definer
  set search_path = public, pg_temp set pg_trgm.word_similarity_threshold = 0.5 as $$
declare
  mine bigint[] := array(select unnest(companies) intersect select unnest(app_company_ids()));
  question text;
  word text;
  safe text;
begin
  if kind = 'contacts' then question := 'select id from contacts where deleted_at is null and company_id = any ($1)';
  elsif kind = 'conversations' then
    question := 'select id from conversations where company_id = any ($1)';
    if cardinality(limited) > 0 then question := question || ' and (company_id <> all ($2) or number_id = any ($3))'; end if;
  else raise exception 'Nothing is searched by the name %', kind;
  end if;
  if how = 'oneOf' then question := question || ' and (false'; end if;
  foreach word in array words loop
    safe := replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_');
    question := question || case how
      when 'contains' then format(' and search like %L', '%' || safe || '%')
      when 'begins' then format(' and (search like %L or search like %L)', safe || '%', '% ' || safe || '%')
      when 'oneOf' then format(' or search like %L or search like %L', safe || '%', '% ' || safe || '%')
      when 'named' then format(' and lower(name) like %L', safe || '%')
      when 'resembles' then format(' and %L <%% search', word)
    end;
  end loop;
  if how = 'oneOf' then question := question || ')'; end if;
  if how = 'resembles' then question := question || format(' order by %L <<-> search', words[1]); end if;
  if most is not null then question := question || format(' limit %s', most); end if;
  return query execute question using mine, limited, number_ids;
end $$;
