-- Names are found without their accents, and typed ones among names without: Kovač by kovac, Kovac by kovač. Only the rows that have any are indexed twice.
create function fold_name(said text) returns text language sql immutable parallel safe as $$ select lower(public.unaccent(said)) $$;

-- A pattern that matches the text itself: its signs mean themselves.
create function literal_pattern(said text) returns text language sql immutable parallel safe as $$ select regexp_replace(said, '([^[:alnum:]])', '\\\1', 'g') $$;

create index contacts_accented on contacts using gin (company_id, fold_name(search) gin_trgm_ops) where deleted_at is null and octet_length(search) <> length(search);
create index conversations_accented on conversations using gin (company_id, fold_name(search) gin_trgm_ops) where octet_length(search) <> length(search);

-- A condition: the search text has a word, in whichever of both spellings of it.
create function in_either_spelling(operator text, typed text, bare text) returns text language sql immutable as $$
  select format(' and (search %1$s %2$L%4$s or (octet_length(search) <> length(search) and fold_name(search) %1$s %3$L))', operator, typed, bare,
    case when bare <> typed then format(' or search %s %L', operator, bare) end)
$$;

--   how, besides: 'words' each as a whole word.
create or replace function find_rows(kind text, companies bigint[], words text[], how text, most int default null, limited bigint[] default '{}', number_ids bigint[] default '{}')
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
      when 'contains' then in_either_spelling('like', '%' || safe || '%', '%' || fold_name(safe) || '%')
      when 'words' then in_either_spelling('~', '\m' || literal_pattern(word) || '\M', '\m' || literal_pattern(fold_name(word)) || '\M')
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
