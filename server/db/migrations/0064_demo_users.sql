-- Users of the demo data: their password is published, so they sign in only beside the sandbox, over http.
alter table users add column is_demo boolean not null default false;

-- .example is reserved: nobody else receives mail there, so nobody else can have signed up with these addresses.
update users set is_demo = true where email in (
  'ana@northwind.example', 'jo@northwind.example', 'beatriz@northwind.example', 'ravi@northwind.example',
  'uma@northwind.example', 'mfa@northwind.example', 'staff@keyline.example'
);
