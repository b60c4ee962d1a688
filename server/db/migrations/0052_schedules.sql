-- When a company is there, and when each of its people is (user_id). blocks: [{days: ["mon"], times: [{start: "09:00", end: "17:00"}]}], in 24 hours.
create table schedules (
  company_id bigint not null references companies on delete cascade,
  user_id bigint references users on delete cascade,
  timezone text not null,
  blocks jsonb not null default '[]',
  updated_at timestamptz not null default now(),
  unique nulls not distinct (company_id, user_id)
);
alter table schedules enable row level security;
create policy own_company on schedules to keyline_app using (company_id = any (app_company_ids())) with check (company_id = any (app_company_ids()));
grant select, insert, update, delete on schedules to keyline_app;
