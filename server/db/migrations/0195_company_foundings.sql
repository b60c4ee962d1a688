-- A company that is being made: what its founder asked for beside the company itself, under the key of the request. The company exists at once; its number
-- and its plan follow, each under a key of its own, and whoever resumes after a crash reads here what is left.
create table company_foundings (
  company_id bigint primary key references companies on delete cascade,
  user_id bigint not null references users on delete cascade,
  -- Key of the order of the number: the same request again is the same order.
  purchase_key text not null default gen_random_uuid()::text unique,
  number text,
  vanity text,
  provider_id smallint,
  category smallint,
  number_reason text,
  plan_id text,
  -- Price that was shown: at another one the plan is not started.
  plan_due_cents int,
  plan_reason text,
  -- The plan was started, once: a later repetition does not start it again.
  plan_started_at timestamptz,
  -- The billing address that was asked for, until it is saved. Card data is never here.
  billing jsonb,
  billing_reason text,
  -- The last session of the card page that was handed in.
  card_session text,
  -- An answer was given after the last change of what is asked for; without one the job goes on.
  answered_at timestamptz,
  created_at timestamptz not null default now()
);

alter table company_foundings enable row level security;
create policy own_company on company_foundings to keyline_app using (company_id = any (app_company_ids())) with check (company_id = any (app_company_ids()));
grant select, update on company_foundings to keyline_app;
-- Written together with the company, before anyone is in it.
create policy identity_insert on company_foundings for insert to keyline_identity with check (true);
grant insert on company_foundings to keyline_identity;

-- Companies of before asked for nothing beside themselves.
insert into company_foundings (company_id, user_id, answered_at)
  select id, founded_by, created_at from companies where founded_by is not null and founding_key is not null;
