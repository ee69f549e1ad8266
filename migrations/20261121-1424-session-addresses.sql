-- Roughly where a session was begun, as its owner sees it: never a whole address.
alter table sessions add column address text not null default '';
alter table account_sessions add column address text not null default '';
