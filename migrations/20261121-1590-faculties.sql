-- Faculties of a university: they group departments, courses and people.

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

alter table courses
  add column faculty_id uuid,
  add column department_id uuid,
  add foreign key (school_id, faculty_id) references faculties (school_id, id),
  add foreign key (school_id, department_id) references departments (school_id, id);
create index courses_of_faculty on courses (school_id, faculty_id, created_at desc, id desc)
  where deleted_at is null and faculty_id is not null;
create index courses_of_department on courses (school_id, department_id) where department_id is not null;
-- Departments that are written in courses but stand in no faculty yet.
create index courses_loose_departments on courses (school_id, lower(course_department))
  where deleted_at is null and department_id is null and course_department <> '';

-- What was a list of names on each person becomes faculties. The owner of these tables may be no superuser, and would
-- see no row of them while their policy is forced.
alter table users no force row level security;
alter table courses no force row level security;

with named as (
  select distinct on (u.school_id, lower(btrim(f.name))) u.school_id, btrim(f.name) as name
  from users u, lateral jsonb_array_elements_text(
    case when jsonb_typeof(u.faculties) = 'array' then u.faculties else '[]' end) as f (name)
  where btrim(f.name) <> '' and length(f.name) <= 120
  order by u.school_id, lower(btrim(f.name)), btrim(f.name)
), slugged as (
  select school_id, name,
    coalesce(nullif(btrim(regexp_replace(folded(name), '[^[:alnum:]]+', '-', 'g'), '-'), ''), 'faculty') as slug
  from named
), numbered as (
  select *, row_number() over (partition by school_id order by name) - 1 as position,
    row_number() over (partition by school_id, slug order by name) as same from slugged
)
insert into faculties (school_id, id, name, slug, position)
select school_id, gen_random_uuid(), name,
  -- A number after a double hyphen: no name gives such a slug by itself.
  case when same = 1 then slug else slug || '--' || same end, position
from numbered;

insert into faculty_members (school_id, faculty_id, user_id)
select distinct u.school_id, f.id, u.id
from users u, lateral jsonb_array_elements_text(
  case when jsonb_typeof(u.faculties) = 'array' then u.faculties else '[]' end) as named (name)
join faculties f on lower(f.name) = lower(btrim(named.name))
where f.school_id = u.school_id;

update courses c set faculty_id = f.id from faculties f
where f.school_id = c.school_id and lower(f.name) = lower(btrim(c.course_department));

alter table users force row level security;
alter table courses force row level security;

alter table faculties enable row level security;
alter table faculties force row level security;
create policy own_school on faculties using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on faculties to lyceum_app;

alter table departments enable row level security;
alter table departments force row level security;
create policy own_school on departments using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on departments to lyceum_app;

alter table faculty_members enable row level security;
alter table faculty_members force row level security;
create policy own_school on faculty_members using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, delete on faculty_members to lyceum_app;
