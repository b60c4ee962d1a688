-- Notes also stand on numbers and on what is in a thread.
alter table notes drop constraint notes_model_type_check;
alter table notes add constraint notes_model_type_check check (model_type in ('call', 'conversation', 'contact', 'number', 'message', 'voicemail', 'fax'));
