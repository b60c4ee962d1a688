-- Reports by hour, by who answered, by source, by pool and by the caller's state read sums that are kept, as those by number and day are.

-- The state or province of a phone's area code; null where it has none (contract/text/regions.ts; a test compares the two).
create function area_of(phone text) returns text language sql immutable parallel safe as $$
  select case when phone like '+1%' then '{"201":"NJ","202":"DC","203":"CT","204":"MB","205":"AL","206":"WA","207":"ME","208":"ID","209":"CA","210":"TX","212":"NY","213":"CA","214":"TX","215":"PA","216":"OH","217":"IL","218":"MN","219":"IN","220":"OH","223":"PA","224":"IL","225":"LA","226":"ON","227":"MD","228":"MS","229":"GA","231":"MI","234":"OH","235":"MO","236":"BC","239":"FL","240":"MD","248":"MI","249":"ON","250":"BC","251":"AL","252":"NC","253":"WA","254":"TX","256":"AL","257":"BC","260":"IN","262":"WI","263":"QC","267":"PA","269":"MI","270":"KY","272":"PA","274":"WI","276":"VA","279":"CA","281":"TX","283":"OH","289":"ON","301":"MD","302":"DE","303":"CO","304":"WV","305":"FL","306":"SK","307":"WY","308":"NE","309":"IL","310":"CA","312":"IL","313":"MI","314":"MO","315":"NY","316":"KS","317":"IN","318":"LA","319":"IA","320":"MN","321":"FL","323":"CA","324":"FL","325":"TX","326":"OH","327":"AR","329":"NY","330":"OH","331":"IL","332":"NY","334":"AL","336":"NC","337":"LA","339":"MA","341":"CA","343":"ON","346":"TX","347":"NY","350":"CA","351":"MA","352":"FL","353":"WI","354":"QC","357":"CA","360":"WA","361":"TX","363":"NY","364":"KY","365":"ON","367":"QC","368":"AB","369":"CA","380":"OH","382":"ON","385":"UT","386":"FL","401":"RI","402":"NE","403":"AB","404":"GA","405":"OK","406":"MT","407":"FL","408":"CA","409":"TX","410":"MD","412":"PA","413":"MA","414":"WI","415":"CA","416":"ON","417":"MO","418":"QC","419":"OH","423":"TN","424":"CA","425":"WA","428":"NB","430":"TX","431":"MB","432":"TX","434":"VA","435":"UT","436":"OH","437":"ON","438":"QC","440":"OH","442":"CA","443":"MD","445":"PA","447":"IL","448":"FL","450":"QC","457":"LA","458":"OR","463":"IN","464":"IL","468":"QC","469":"TX","470":"GA","471":"MS","472":"NC","474":"SK","475":"CT","478":"GA","479":"AR","480":"AZ","484":"PA","501":"AR","502":"KY","503":"OR","504":"LA","505":"NM","506":"NB","507":"MN","508":"MA","509":"WA","510":"CA","512":"TX","513":"OH","514":"QC","515":"IA","516":"NY","517":"MI","518":"NY","519":"ON","520":"AZ","530":"CA","531":"NE","534":"WI","539":"OK","540":"VA","541":"OR","548":"ON","551":"NJ","557":"MO","559":"CA","561":"FL","562":"CA","563":"IA","564":"WA","567":"OH","570":"PA","571":"VA","572":"OK","573":"MO","574":"IN","575":"NM","579":"QC","580":"OK","581":"QC","582":"PA","584":"MB","585":"NY","586":"MI","587":"AB","601":"MS","602":"AZ","603":"NH","604":"BC","605":"SD","606":"KY","607":"NY","608":"WI","609":"NJ","610":"PA","612":"MN","613":"ON","614":"OH","615":"TN","616":"MI","617":"MA","618":"IL","619":"CA","620":"KS","621":"TX","623":"AZ","624":"NY","626":"CA","628":"CA","629":"TN","630":"IL","631":"NY","636":"MO","639":"SK","640":"NJ","641":"IA","645":"FL","646":"NY","647":"ON","650":"CA","651":"MN","656":"FL","657":"CA","659":"AL","660":"MO","661":"CA","662":"MS","667":"MD","669":"CA","672":"BC","678":"GA","679":"MI","680":"NY","681":"WV","682":"TX","683":"ON","686":"VA","689":"FL","701":"ND","702":"NV","703":"VA","704":"NC","705":"ON","706":"GA","707":"CA","708":"IL","709":"NL","712":"IA","713":"TX","714":"CA","715":"WI","716":"NY","717":"PA","718":"NY","719":"CO","720":"CO","724":"PA","725":"NV","726":"TX","727":"FL","728":"FL","730":"IL","731":"TN","732":"NJ","734":"MI","737":"TX","738":"CA","740":"OH","742":"ON","743":"NC","747":"CA","748":"CO","753":"ON","754":"FL","757":"VA","760":"CA","762":"GA","763":"MN","765":"IN","769":"MS","770":"GA","771":"DC","772":"FL","773":"IL","774":"MA","775":"NV","778":"BC","779":"IL","780":"AB","781":"MA","782":"NS","785":"KS","786":"FL","801":"UT","802":"VT","803":"SC","804":"VA","805":"CA","806":"TX","807":"ON","808":"HI","810":"MI","812":"IN","813":"FL","814":"PA","815":"IL","816":"MO","817":"TX","818":"CA","819":"QC","820":"CA","821":"SC","825":"AB","826":"VA","828":"NC","830":"TX","831":"CA","832":"TX","835":"PA","837":"CA","838":"NY","839":"SC","840":"CA","843":"SC","845":"NY","847":"IL","848":"NJ","850":"FL","854":"SC","856":"NJ","857":"MA","858":"CA","859":"KY","860":"CT","861":"IL","862":"NJ","863":"FL","864":"SC","865":"TN","867":"YT","870":"AR","872":"IL","873":"QC","878":"PA","879":"NL","901":"TN","902":"NS","903":"TX","904":"FL","905":"ON","906":"MI","907":"AK","908":"NJ","909":"CA","910":"NC","912":"GA","913":"KS","914":"NY","915":"TX","916":"CA","917":"NY","918":"OK","919":"NC","920":"WI","924":"MN","925":"CA","928":"AZ","929":"NY","930":"IN","931":"TN","934":"NY","936":"TX","937":"OH","938":"AL","940":"TX","941":"FL","942":"ON","943":"GA","945":"TX","947":"MI","948":"VA","949":"CA","951":"CA","952":"MN","954":"FL","956":"TX","959":"CT","970":"CO","971":"OR","972":"TX","973":"NJ","975":"MO","978":"MA","979":"TX","980":"NC","983":"CO","984":"NC","985":"LA","986":"ID","989":"MI"}'::jsonb ->> substr(phone, 3, 3) end
$$;

-- Sums over the calls of a company and day that have one thing in common: the hour, the phone that answered, the source, the pool, the caller's area.
-- A call without it is in no row: its share is the day's sum less the rows. Days are those of the company's time zone.
create table call_parts (
  company_id bigint not null,
  part text not null check (part in ('hour', 'answered_by', 'source', 'pool', 'area')),
  day date not null,
  key text not null,
  calls int not null,
  inbound int not null,
  answered int not null,
  missed int not null,
  voicemail int not null,
  blocked int not null,
  first_time int not null,
  leads int not null,
  appointments int not null,
  qualified int not null,
  over_30 int not null,
  over_90 int not null,
  over_120 int not null,
  over_300 int not null,
  duration bigint not null,
  ring_seconds bigint not null,
  value numeric(14, 2) not null,
  primary key (company_id, part, day, key)
);
alter table call_parts enable row level security;
create policy own_company on call_parts to keyline_app using (company_id = any (app_company_ids()));
grant select on call_parts to keyline_app;
create index call_parts_empty on call_parts (company_id) where calls = 0;

-- Messages, faxes and voicemails of a number's hour. What waits to be sent, was canceled or is deleted does not count.
create table item_hours (
  company_id bigint not null,
  type text not null,
  day date not null,
  hour smallint not null,
  number_id bigint not null,
  inbound int not null,
  outbound int not null,
  primary key (company_id, type, day, hour, number_id)
);
alter table item_hours enable row level security;
create policy own_company on item_hours to keyline_app using (company_id = any (app_company_ids()));
grant select on item_hours to keyline_app;
create index item_hours_empty on item_hours (company_id) where inbound = 0 and outbound = 0;

-- As before, with what the call is divided by.
create or replace function call_facts(source text, sign int, condition text default 'true') returns text language sql immutable as $$
  select format('select c.company_id, c.number_id, (c.started_at at time zone z.timezone)::date as day,
    extract(hour from c.started_at at time zone z.timezone)::int::text as hour, nullif(c.answered_by, '''') as answered_by, nullif(c.traffic_source, '''') as source,
    c.dni_pool_id::text as pool, area_of(c.recipient) as area,
    %2$s as calls, %2$s * c.is_inbound::int as inbound, %2$s * (c.result = ''answered'')::int as answered, %2$s * (c.result = ''missed'')::int as missed,
    %2$s * (c.result = ''voicemail'')::int as voicemail, %2$s * (c.result = ''blocked'')::int as blocked, %2$s * c.is_first_contact::int as first_time,
    %2$s * c.is_lead::int as leads, %2$s * c.is_appointment::int as appointments, %2$s * coalesce(c.qualification = 1, false)::int as qualified,
    %2$s * (c.duration > 30)::int as over_30, %2$s * (c.duration > 90)::int as over_90, %2$s * (c.duration > 120)::int as over_120,
    %2$s * (c.duration > 300)::int as over_300, %2$s * c.duration::bigint as duration, %2$s * c.ring_seconds::bigint as ring_seconds,
    %2$s * coalesce(c.value, 0) as value
    from %1$I c join companies z on z.id = c.company_id where %3$s', source, sign, condition)
$$;

create function add_to_call_parts(facts text) returns text language sql immutable as $$
  with sums as (
    select unnest('{calls,inbound,answered,missed,voicemail,blocked,first_time,leads,appointments,qualified,over_30,over_90,over_120,over_300,duration,ring_seconds,value}'::text[]) as name
  )
  select format(
    'insert into call_parts as kept (company_id, part, day, key, %1$s) select company_id, p.part, day, p.key, %2$s from (%3$s) facts
     cross join lateral (values (''hour'', facts.hour), (''answered_by'', facts.answered_by), (''source'', facts.source), (''pool'', facts.pool), (''area'', facts.area)) p (part, key)
     where p.key is not null group by company_id, p.part, day, p.key having %4$s order by company_id, p.part, day, p.key
     on conflict (company_id, part, day, key) do update set %5$s',
    string_agg(name, ', '), string_agg(format('sum(facts.%1$s)', name), ', '), facts,
    string_agg(format('sum(facts.%1$s) <> 0', name), ' or '), string_agg(format('%1$s = kept.%1$s + excluded.%1$s', name), ', '))
  from sums
$$;

-- The statements stand in the functions as they are: planned once a connection, where one that is put together is planned at every write of a call.
drop trigger call_days_insert on calls;
drop trigger call_days_update on calls;
drop trigger call_days_delete on calls;
drop function keep_call_days;
do $$
declare
  head constant text := 'language plpgsql security definer set search_path = public, pg_temp as $body$
#variable_conflict use_column
declare
  touched bigint[];
  touched_company bigint;
begin ';
  lock constant text := 'foreach touched_company in array touched loop perform pg_advisory_xact_lock_shared(call_days_lock(touched_company)); end loop; ';
  ended constant text := 'return null; end $body$';
  tidied constant text := 'delete from call_days where calls = 0 and company_id = any (touched); delete from call_parts where calls = 0 and company_id = any (touched); ';
  facts text;
begin
  facts := call_facts('new_calls', 1);
  execute 'create function keep_calls_inserted() returns trigger ' || head || 'if not exists (select from new_calls) then return null; end if;
    touched := array(select distinct company_id from new_calls order by 1); ' || lock || add_to_call_days(facts) || '; ' || add_to_call_parts(facts) || '; ' || ended;
  facts := call_facts('old_calls', -1);
  execute 'create function keep_calls_deleted() returns trigger ' || head || 'touched := array(select distinct company_id from old_calls order by 1); ' || lock
    || add_to_call_days(facts) || '; ' || add_to_call_parts(facts) || '; ' || tidied || ended;
  facts := call_facts('new_calls', 1) || ' union all ' || call_facts('old_calls', -1);
  -- Most of what is told of a call that goes on changes nothing that is counted.
  execute 'create function keep_calls_updated() returns trigger ' || head || 'if not exists (select from new_calls n join old_calls o using (id) where
      (n.company_id, n.number_id, n.recipient, n.started_at, n.is_inbound, n.result, n.is_first_contact, n.is_lead, n.is_appointment, n.qualification, n.duration,
        n.ring_seconds, n.value, n.answered_by, n.traffic_source, n.dni_pool_id)
      is distinct from
      (o.company_id, o.number_id, o.recipient, o.started_at, o.is_inbound, o.result, o.is_first_contact, o.is_lead, o.is_appointment, o.qualification, o.duration,
        o.ring_seconds, o.value, o.answered_by, o.traffic_source, o.dni_pool_id)
    ) then return null; end if;
    touched := array(select company_id from new_calls union select company_id from old_calls order by 1); ' || lock || add_to_call_days(facts) || '; ' || add_to_call_parts(facts) || '; ' || tidied || ended;
end $$;
create trigger call_days_insert after insert on calls referencing new table as new_calls for each statement execute function keep_calls_inserted();
create trigger call_days_update after update on calls referencing old table as old_calls new table as new_calls for each statement execute function keep_calls_updated();
create trigger call_days_delete after delete on calls referencing old table as old_calls for each statement execute function keep_calls_deleted();

-- The same for messages, faxes and voicemails.
create function item_facts(source text, sign int, condition text default 'true') returns text language sql immutable as $$
  select format('select i.company_id, i.type, (i.created_at at time zone z.timezone)::date as day, extract(hour from i.created_at at time zone z.timezone)::smallint as hour,
    i.number_id, %2$s * i.is_inbound::int as inbound, %2$s * (not i.is_inbound)::int as outbound
    from %1$I i join companies z on z.id = i.company_id
    where i.type in (''message'', ''fax'', ''voicemail'') and i.deleted_at is null and coalesce(i.delivery_state, '''') not in (''held'', ''scheduled'', ''canceled'') and %3$s',
    source, sign, condition)
$$;
create function add_to_item_hours(facts text) returns text language sql immutable as $$
  select format(
    'insert into item_hours as kept (company_id, type, day, hour, number_id, inbound, outbound)
     select company_id, type, day, hour, number_id, sum(facts.inbound), sum(facts.outbound) from (%1$s) facts
     group by company_id, type, day, hour, number_id having sum(facts.inbound) <> 0 or sum(facts.outbound) <> 0 order by company_id, type, day, hour, number_id
     on conflict (company_id, type, day, hour, number_id) do update set inbound = kept.inbound + excluded.inbound, outbound = kept.outbound + excluded.outbound', facts)
$$;
do $$
declare
  head constant text := 'language plpgsql security definer set search_path = public, pg_temp as $body$
#variable_conflict use_column
declare
  touched bigint[];
  touched_company bigint;
begin ';
  lock constant text := 'foreach touched_company in array touched loop perform pg_advisory_xact_lock_shared(call_days_lock(touched_company)); end loop; ';
  ended constant text := 'return null; end $body$';
  tidied constant text := 'delete from item_hours where inbound = 0 and outbound = 0 and company_id = any (touched); ';
  counted constant text := 'type in (''message'', ''fax'', ''voicemail'')';
begin
  execute 'create function keep_items_inserted() returns trigger ' || head || 'if not exists (select from new_items where ' || counted || ') then return null; end if;
    touched := array(select distinct company_id from new_items order by 1); ' || lock || add_to_item_hours(item_facts('new_items', 1)) || '; ' || ended;
  execute 'create function keep_items_deleted() returns trigger ' || head || 'if not exists (select from old_items where ' || counted || ') then return null; end if;
    touched := array(select distinct company_id from old_items order by 1); ' || lock || add_to_item_hours(item_facts('old_items', -1)) || '; ' || tidied || ended;
  -- Most writes of an item say that it was read or delivered, and change nothing that is counted.
  execute 'create function keep_items_updated() returns trigger ' || head || 'if not exists (select from new_items n join old_items o using (id) where
      (n.type in (''message'', ''fax'', ''voicemail'') or o.type in (''message'', ''fax'', ''voicemail'')) and
      (n.company_id, n.type, n.number_id, n.is_inbound, n.created_at, n.deleted_at is null, coalesce(n.delivery_state, '''') in (''held'', ''scheduled'', ''canceled''))
      is distinct from
      (o.company_id, o.type, o.number_id, o.is_inbound, o.created_at, o.deleted_at is null, coalesce(o.delivery_state, '''') in (''held'', ''scheduled'', ''canceled''))
    ) then return null; end if;
    touched := array(select company_id from new_items union select company_id from old_items order by 1); ' || lock
    || add_to_item_hours(item_facts('new_items', 1) || ' union all ' || item_facts('old_items', -1)) || '; ' || tidied || ended;
end $$;
create trigger item_hours_insert after insert on items referencing new table as new_items for each statement execute function keep_items_inserted();
create trigger item_hours_update after update on items referencing old table as old_items new table as new_items for each statement execute function keep_items_updated();
create trigger item_hours_delete after delete on items referencing old table as old_items for each statement execute function keep_items_deleted();

-- Counts all that is kept of a company anew, which call of a caller was the first excepted. The caller holds the lock of its days.
create function count_days(company bigint) returns void language plpgsql security definer set search_path = public, pg_temp set enable_nestloop = off as $$
begin
  delete from call_days where company_id = company;
  delete from call_parts where company_id = company;
  delete from item_hours where company_id = company;
  execute add_to_call_days(call_facts('calls', 1, format('c.company_id = %s', company)));
  execute add_to_call_parts(call_facts('calls', 1, format('c.company_id = %s', company)));
  execute add_to_item_hours(item_facts('items', 1, format('i.company_id = %s', company)));
end $$;
revoke execute on function count_days(bigint) from public;

create or replace function count_calls(company bigint) returns void language plpgsql security definer set search_path = public, pg_temp set enable_nestloop = off as $$
begin
  perform pg_advisory_xact_lock(call_days_lock(company));
  update calls set is_first_contact = placed.is_first
    from (select id, row_number() over (partition by recipient order by started_at, id) = 1 as is_first from calls where company_id = company) placed
    where calls.id = placed.id and calls.company_id = company and calls.is_first_contact <> placed.is_first;
  perform count_days(company);
end $$;

create or replace function follow_timezone() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    delete from call_days where company_id = old.id;
    delete from call_parts where company_id = old.id;
    delete from item_hours where company_id = old.id;
  else
    perform pg_advisory_xact_lock(call_days_lock(new.id));
    perform count_days(new.id);
  end if;
  return null;
end $$;

select count_days(id) from companies;
