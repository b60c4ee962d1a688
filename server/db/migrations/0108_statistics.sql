-- Analyzes tables of which much has changed since they were, on behalf of work that comes right after a large load.
create function refresh_statistics(wanted text[]) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  name text;
begin
  for name in
    select s.relname from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.schemaname = 'public' and s.relname = any (wanted) and s.relname in ('contacts', 'import_rows', 'batch_rows')
      and s.n_mod_since_analyze > 1000 + greatest(c.reltuples, 0) / 10
    order by s.relname
  loop
    execute format('analyze %I', name);
  end loop;
end $$;
