-- A file is asked where it stands each time it is fetched: whoever may see that may fetch it.
create index item_media_file on item_media (file_id);
create index calls_recording on calls (recording_file_id) where recording_file_id is not null;
create index exports_file on exports (file_id) where file_id is not null;
