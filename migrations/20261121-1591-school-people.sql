-- At which schools an e-mail may have an account: undistributed, since whoever forgot the school's name knows no school.
-- Only a hash is kept, and a row only says where to look: the school's own users decide.

create table school_people (
  email_hash bytea not null,
  school_id uuid not null,
  primary key (email_hash, school_id)
);
create index school_people_school on school_people (school_id);
grant select, insert on school_people to lyceum_app;

-- The owner of the table may be no superuser, and would see no row while the policy is forced.
alter table users no force row level security;
insert into school_people (email_hash, school_id)
select distinct sha256(convert_to(lower(btrim(email)), 'UTF8')), school_id from users where status <> 'removed';
alter table users force row level security;
