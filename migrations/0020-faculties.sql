-- Faculties of a university group departments, courses and people.

create table faculties (
  school_id uuid not null,
  id uuid not null,
  name text not null,
  slug text not null,
  position int not null,
  created_at timestamptz(3) not null default now(),
  primary key (school_id, id),
  unique (school_id, slug)
);
create unique index faculties_name on faculties (school_id, lower(name));
create index faculties_in_order on faculties (school_id, position, id);
alter table faculties enable row level security;
alter table faculties force row level security;
create policy own_school on faculties
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on faculties to lyceum_app;

create table departments (
  school_id uuid not null,
  id uuid not null,
  faculty_id uuid not null,
  name text not null,
  position int not null,
  created_at timestamptz(3) not null default now(),
  primary key (school_id, id),
  foreign key (school_id, faculty_id) references faculties (school_id, id)
);
create unique index departments_name on departments (school_id, faculty_id, lower(name));
create index departments_in_order on departments (school_id, faculty_id, position, id);
alter table departments enable row level security;
alter table departments force row level security;
create policy own_school on departments
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on departments to lyceum_app;

create table faculty_members (
  school_id uuid not null,
  faculty_id uuid not null,
  user_id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (school_id, faculty_id, user_id),
  foreign key (school_id, faculty_id) references faculties (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index faculty_members_of_user on faculty_members (school_id, user_id, faculty_id);
alter table faculty_members enable row level security;
alter table faculty_members force row level security;
create policy own_school on faculty_members
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, delete on faculty_members to lyceum_app;
