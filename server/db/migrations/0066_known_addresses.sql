-- Addresses from which an account has signed in: wrong passwords from elsewhere do not keep its person out there.
create table known_addresses (
  user_id bigint not null references users on delete cascade,
  address text not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, address)
);
grant select, insert, update, delete on known_addresses to keyline_identity;
