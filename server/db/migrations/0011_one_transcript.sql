-- What was said in calls stands in one table, that which is searched.
drop table call_transcripts;
