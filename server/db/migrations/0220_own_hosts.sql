-- What a person saved at a company's own host is apart from what they saved at ours: it tells of other companies, and that host is in the company's hands.
alter table layouts add column host_company_id bigint references companies on delete cascade;
alter table layouts drop constraint layouts_pkey;
alter table layouts add unique nulls not distinct (user_id, name, host_company_id);
alter table command_log add column host_company_id bigint references companies on delete set null;

-- Whoever reaches one company alone keeps there what they saved so far.
create temporary table alone on commit drop as
  select m.user_id, min(m.company_id) as company_id from memberships m join users u on u.id = m.user_id
  where not u.is_staff and not exists (select from organization_users o where o.user_id = m.user_id)
  group by m.user_id having count(*) = 1;
insert into layouts (user_id, name, layout, updated_at, host_company_id)
select l.user_id, l.name, l.layout, l.updated_at, a.company_id
from layouts l join alone a on a.user_id = l.user_id join custom_domains d on d.company_id = a.company_id and d.synced_at is not null;
update command_log c set host_company_id = a.company_id
from alone a join custom_domains d on d.company_id = a.company_id and d.synced_at is not null where c.user_id = a.user_id;
drop table alone;
