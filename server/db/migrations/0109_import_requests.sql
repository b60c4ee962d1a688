-- What a call that saves at once was sent, as a digest: the same key with something else is another request.
alter table contact_imports add column request text;
