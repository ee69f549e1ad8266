-- The account of an owner keeps the parts of a name, as users do.
alter table accounts
  add column first_name text,
  add column last_name text;
