-- Where the visitor of a call first came from, beside the source that showed the number (AMB-120). Null where that is no other than `traffic_source`.
alter table calls add column first_traffic_source text;
update calls c set first_traffic_source = v.first_source
  from (select distinct on (call_id) call_id, first_source from dni_call_visitors order by call_id, share desc, id) v
  where v.call_id = c.id and v.first_source is distinct from c.traffic_source;
