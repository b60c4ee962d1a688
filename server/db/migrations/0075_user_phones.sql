-- A person's own phones (E.164): who answered is known by them, and the person's schedule decides whether they ring.
create table user_phones (
  user_id bigint not null references users on delete cascade,
  number text not null check (number ~ '^\+[1-9][0-9]{6,14}$'),
  position int not null default 0,
  primary key (user_id, number)
);
create index user_phones_number on user_phones (number);
alter table user_phones enable row level security;
create policy identity_all on user_phones to keyline_identity using (true) with check (true);
create policy colleagues on user_phones for select to keyline_app using (user_id in (select user_id from memberships));
grant select, insert, delete on user_phones to keyline_identity;
grant select on user_phones to keyline_app;
