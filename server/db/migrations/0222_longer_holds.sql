-- A hold as short as the beat of a page ran out between two beats.
update dni_pools set hold_minutes = 3 where hold_minutes < 3;
