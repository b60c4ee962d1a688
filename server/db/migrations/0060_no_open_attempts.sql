-- Nothing asks for open attempts by their age: what is to be looked at says when (0059).
drop index message_attempts_open;
