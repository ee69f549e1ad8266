-- The version of a course's outline: another one with each change of its lessons and contents. Processes keep an outline
-- in memory for as long as the version is the same. A course without a row is read from the database each time.
create table outline_versions (
  school_id uuid not null,
  course_id uuid not null,
  version uuid not null,
  primary key (school_id, course_id),
  foreign key (school_id, course_id) references courses (school_id, id) on delete cascade
);

alter table courses no force row level security;
insert into outline_versions (school_id, course_id, version)
  select school_id, id, gen_random_uuid() from courses where mirror_course_id is null;
alter table courses force row level security;

alter table outline_versions enable row level security;
alter table outline_versions force row level security;
create policy own_school on outline_versions using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on outline_versions to lyceum_app;
