-- Conversations with nothing in them stand in no list.
drop index conversations_inbox;
drop index conversations_count;
create index conversations_inbox on conversations (company_id, is_archived, last_activity_at desc, id desc) where latest is not null;
create index conversations_count on conversations (company_id, is_archived, number_id) where latest is not null;

-- Every order in which contacts are listed has an index; read backwards for the other direction.
create index contacts_updated on contacts (company_id, updated_at, id) where deleted_at is null;
create index contacts_created on contacts (company_id, created_at, id) where deleted_at is null;
create index contacts_company_name on contacts (company_id, company_name, id) where deleted_at is null;
create index contacts_city on contacts (company_id, city, id) where deleted_at is null;
create index contacts_number_order on contacts (company_id, number, id) where deleted_at is null;
