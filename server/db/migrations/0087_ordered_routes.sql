-- Routes that the numbers of an order are to have once they are bought (CALL-046).
alter table number_purchases add column routes jsonb;
