-- A code is tried apart by who asked for it: a stranger's guesses void nobody's code.
alter table catalog_challenges add column asked_from text not null default '';
