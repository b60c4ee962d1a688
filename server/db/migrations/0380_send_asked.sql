-- The kind and the time a message was asked for under its client_id: its own time and state move on, and a repeated request is compared with what was asked first.
-- Null: of a message before this, or not of a request.
alter table items add column send_asked text;
