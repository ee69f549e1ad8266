-- A registration that waits for its mailed link keeps the parts of a name too.
alter table registration_links
  add column first_name text,
  add column last_name text;
