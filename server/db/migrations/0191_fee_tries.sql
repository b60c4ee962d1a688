-- The first try to hand a fee over: the vendor forgets the key of a request after a day, and an older one is looked for before it is made again.
alter table billing_fee_items add column tried_at timestamptz;
