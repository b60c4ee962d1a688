-- Who changed a note last, and when: its author stays who wrote it first. Of changes before, only the moment is known.
alter table notes add column editor_id bigint, add column editor_name text, add column edited_at timestamptz;
update notes set edited_at = updated_at where updated_at > created_at;
