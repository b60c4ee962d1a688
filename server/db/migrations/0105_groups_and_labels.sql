-- Groups and labels of contacts: deleted by a mark, unique by name whatever its case, with counts kept by the statements that change them.
alter table contact_groups drop constraint contact_groups_company_id_name_key;
alter table contact_groups
  add column user_id bigint references users on delete set null,
  -- A virtual group: the filter whose contacts it is.
  add column filter jsonb,
  add column contact_count int not null default 0,
  add column active_count int not null default 0,
  add column invalid_count int not null default 0,
  add column unsubscriber_count int not null default 0,
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now(),
  add column deleted_at timestamptz;
-- Names that differed by case alone were allowed.
update contact_groups g set name = g.name || ' ' || g.id where exists (select from contact_groups o where o.company_id = g.company_id and lower(o.name) = lower(g.name) and o.id < g.id);
create unique index contact_groups_name on contact_groups (company_id, lower(name)) where deleted_at is null;
create index contact_group_members_group on contact_group_members (group_id, contact_id);

alter table contact_labels drop constraint contact_labels_company_id_label_key;
alter table contact_labels
  add column contact_count int not null default 0,
  add column deleted_at timestamptz;
update contact_labels l set label = l.label || ' ' || l.id where exists (select from contact_labels o where o.company_id = l.company_id and lower(o.label) = lower(l.label) and o.id < l.id);
create unique index contact_labels_label on contact_labels (company_id, lower(label)) where deleted_at is null;
create index contact_label_members_label on contact_label_members (label_id, contact_id);

-- Adds to the counts of groups, in the order of their ids, so that two statements do not wait for each other.
create function add_to_contact_groups(ids bigint[], contacts int[], active int[], invalid int[], unsubscribed int[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from contact_groups where id = any (ids) order by id for no key update;
  update contact_groups set
    contact_count = contact_count + d.contacts, active_count = active_count + d.active, invalid_count = invalid_count + d.invalid,
    unsubscriber_count = unsubscriber_count + d.unsubscribed, updated_at = now()
  from unnest(ids, contacts, active, invalid, unsubscribed) as d (id, contacts, active, invalid, unsubscribed)
  where contact_groups.id = d.id;
end $$;

create function keep_group_members() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  sign int := case tg_op when 'INSERT' then 1 else -1 end;
begin
  perform add_to_contact_groups(array_agg(group_id), array_agg(contacts), array_agg(active), array_agg(invalid), array_agg(unsubscribed)) from (
    select m.group_id, (sign * count(*))::int as contacts, (sign * count(*) filter (where not c.is_invalid and not c.is_unsubscribed))::int as active,
      (sign * count(*) filter (where c.is_invalid))::int as invalid, (sign * count(*) filter (where c.is_unsubscribed))::int as unsubscribed
    from changed m join contacts c on c.id = m.contact_id and c.deleted_at is null group by m.group_id order by m.group_id
  ) sums having count(*) > 0;
  return null;
end $$;
create trigger keep_added after insert on contact_group_members referencing new table as changed for each statement execute function keep_group_members();
create trigger keep_removed after delete on contact_group_members referencing old table as changed for each statement execute function keep_group_members();

create function keep_label_members() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  sign int := case tg_op when 'INSERT' then 1 else -1 end;
begin
  perform from contact_labels where id in (select label_id from changed) order by id for no key update;
  update contact_labels set contact_count = contact_count + sign * sums.contacts from (
    select m.label_id, count(*)::int as contacts from changed m join contacts c on c.id = m.contact_id and c.deleted_at is null group by m.label_id
  ) sums where contact_labels.id = sums.label_id;
  return null;
end $$;
create trigger keep_added after insert on contact_label_members referencing new table as changed for each statement execute function keep_label_members();
create trigger keep_removed after delete on contact_label_members referencing old table as changed for each statement execute function keep_label_members();

-- Contacts that were deleted, came back, opted out or turned out invalid count otherwise in each of their groups and labels.
create function keep_member_states() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from after_ a join before_ b on b.id = a.id
    where (a.deleted_at is null, a.is_invalid, a.is_unsubscribed) is distinct from (b.deleted_at is null, b.is_invalid, b.is_unsubscribed)) then
    return null;
  end if;
  perform add_to_contact_groups(array_agg(group_id), array_agg(contacts), array_agg(active), array_agg(invalid), array_agg(unsubscribed)) from (
    select m.group_id,
      sum((a.deleted_at is null)::int - (b.deleted_at is null)::int)::int as contacts,
      sum((a.deleted_at is null and not a.is_invalid and not a.is_unsubscribed)::int - (b.deleted_at is null and not b.is_invalid and not b.is_unsubscribed)::int)::int as active,
      sum((a.deleted_at is null and a.is_invalid)::int - (b.deleted_at is null and b.is_invalid)::int)::int as invalid,
      sum((a.deleted_at is null and a.is_unsubscribed)::int - (b.deleted_at is null and b.is_unsubscribed)::int)::int as unsubscribed
    from after_ a join before_ b on b.id = a.id join contact_group_members m on m.contact_id = a.id
    where (a.deleted_at is null, a.is_invalid, a.is_unsubscribed) is distinct from (b.deleted_at is null, b.is_invalid, b.is_unsubscribed)
    group by m.group_id order by m.group_id
  ) sums having count(*) > 0;
  perform from contact_labels l where l.id in (select m.label_id from after_ a join before_ b on b.id = a.id
    join contact_label_members m on m.contact_id = a.id where (a.deleted_at is null) <> (b.deleted_at is null)) order by l.id for no key update;
  update contact_labels set contact_count = contact_count + sums.contacts from (
    select m.label_id, sum((a.deleted_at is null)::int - (b.deleted_at is null)::int)::int as contacts
    from after_ a join before_ b on b.id = a.id join contact_label_members m on m.contact_id = a.id
    where (a.deleted_at is null) <> (b.deleted_at is null) group by m.label_id
  ) sums where contact_labels.id = sums.label_id;
  return null;
end $$;
create trigger keep_states after update on contacts referencing old table as before_ new table as after_ for each statement execute function keep_member_states();

revoke execute on function add_to_contact_groups(bigint[], int[], int[], int[], int[]) from public;

-- Counts the groups and labels of a company anew: where contacts came without these triggers.
create function count_members(company bigint) returns void language sql security definer set search_path = public, pg_temp as $$
  update contact_groups g set contact_count = s.contacts, active_count = s.active, invalid_count = s.invalid, unsubscriber_count = s.unsubscribed from (
    select o.id, count(c.id) as contacts, count(c.id) filter (where not c.is_invalid and not c.is_unsubscribed) as active,
      count(c.id) filter (where c.is_invalid) as invalid, count(c.id) filter (where c.is_unsubscribed) as unsubscribed
    from contact_groups o left join contact_group_members m on m.group_id = o.id left join contacts c on c.id = m.contact_id and c.deleted_at is null
    where o.company_id = company group by o.id
  ) s where s.id = g.id;
  update contact_labels l set contact_count = s.contacts from (
    select o.id, count(c.id) as contacts
    from contact_labels o left join contact_label_members m on m.label_id = o.id left join contacts c on c.id = m.contact_id and c.deleted_at is null
    where o.company_id = company group by o.id
  ) s where s.id = l.id;
$$;
revoke execute on function count_members(bigint) from public;
select count_members(id) from companies;

-- Contacts are exported too: those of a filter or of ids, as they were chosen.
alter table exports drop constraint exports_kind_check;
alter table exports add constraint exports_kind_check check (kind in ('calls', 'voicemails', 'contacts')), add column selection jsonb;

-- The company of a group, for calls that name no company.
create or replace function company_of_row(kind text, wanted bigint, person bigint) returns bigint language sql stable security definer set search_path = public, pg_temp as $$
  select (select min(entered) from unnest(enter_companies(array_agg(held.company_id), person)) entered) from (
    select company_id from contacts where kind = 'contact' and id = wanted
    union all select company_id from contact_groups where kind = 'group' and id = wanted
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
