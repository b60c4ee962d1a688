-- When a number last said STOP or START, by the moment its text was stored: a word whose job comes late gives way to it.
create table opt_words (company_id bigint not null references companies on delete cascade, number text not null, at timestamptz not null, primary key (company_id, number));
alter table opt_words enable row level security;
create policy own_company on opt_words to keyline_app using (company_id = any (app_company_ids())) with check (company_id = any (app_company_ids()));
grant select, insert, update, delete on opt_words to keyline_app;
