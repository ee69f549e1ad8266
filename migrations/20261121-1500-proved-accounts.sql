-- When somebody showed that an account's address is theirs, by setting a password with a token mailed there. Without
-- that, an account with the address of a support account is one that anybody may have opened.
alter table accounts add column email_proved_at timestamptz(3);
