-- Tries of a code are counted for the network that asked for it: guesses from elsewhere don't use it up.
alter table catalog_challenges add column asked_from text not null default '';
