-- Categories of a school's courses.

create table categories (
  school_id uuid not null,
  id uuid not null,
  name text not null,
  slug text not null,
  position int not null,
  created_at timestamptz(3) not null default now(),
  primary key (school_id, id),
  unique (school_id, slug)
);
create index categories_in_order on categories (school_id, position, id);
-- Two categories with the same name are not distinguishable in a list.
create unique index categories_name on categories (school_id, lower(name));
alter table categories enable row level security;
alter table categories force row level security;
create policy own_school on categories
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on categories to lyceum_app;
