-- A caller who hears hold music waits in a queue of the carrier, and each phone is a call of its own there.
-- queue_sid: where the caller waits; null before and after. call_token: lets the caller's number be shown to phones.
alter table calls add column queue_sid text, add column call_token text;
-- placed_at: when the carrier was asked to ring it, once; carrier_sid: its call there; over_at: when that was over.
alter table call_legs add column placed_at timestamptz, add column carrier_sid text, add column over_at timestamptz;
