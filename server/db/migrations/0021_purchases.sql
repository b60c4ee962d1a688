-- Buying numbers: what was ordered, one row of truth for each number, and who holds a number while it is being bought.
alter table phone_numbers add column carrier_sid text, add column monthly_cost numeric(8, 2) not null default 0, add column vanity text;

-- What a company may have: numbers, and US dollars a month for them.
alter table companies add column number_limit int not null default 12000, add column number_budget numeric(12, 2) not null default 25000;

create table number_purchases (
  id text primary key,
  company_id bigint not null references companies on delete cascade,
  created_by bigint,
  label text,
  vanity text,
  category smallint not null default 1,
  provider_id smallint not null default 1,
  state text not null default 'buying' check (state in ('buying', 'bought', 'partly', 'refused')),
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index number_purchases_company on number_purchases (company_id, created_at desc);

create table number_purchase_items (
  id uuid primary key default gen_random_uuid(),
  company_id bigint not null references companies on delete cascade,
  purchase_id text not null references number_purchases on delete cascade,
  position int not null,
  number text not null,
  -- intent: the carrier may have been asked, and only its list says what became of it
  state text not null default 'waiting' check (state in ('waiting', 'intent', 'bought', 'taken', 'refused')),
  monthly_cost numeric(8, 2) not null,
  number_id bigint references phone_numbers on delete set null,
  error_code text,
  reason text,
  settled_at timestamptz,
  unique (purchase_id, number)
);
create index number_purchase_items_open on number_purchase_items (company_id) where state in ('waiting', 'intent');

-- One buyer at a time for a number, whatever the company.
create table number_claims (
  number text primary key,
  company_id bigint not null references companies on delete cascade,
  item_id uuid not null references number_purchase_items on delete cascade,
  at timestamptz not null default now()
);

do $$
declare t text;
begin
  foreach t in array array['number_purchases', 'number_purchase_items', 'number_claims'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy own_company on %I to keyline_app using (company_id = any (app_company_ids())) with check (company_id = any (app_company_ids()))', t);
    execute format('grant select, insert, update, delete on %I to keyline_app', t);
  end loop;
end $$;
grant usage on all sequences in schema public to keyline_app, keyline_identity;
