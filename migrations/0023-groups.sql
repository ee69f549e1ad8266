-- Groups of a course's students, and exceptions from the dates at which contents open.

-- A named group of a course's students.
create table course_groups (
  school_id uuid not null,
  id uuid not null,
  course_id uuid not null,
  name text not null,
  created_by uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (school_id, id),
  unique (school_id, course_id, name),
  foreign key (school_id, course_id) references courses (school_id, id)
);
alter table course_groups enable row level security;
alter table course_groups force row level security;
create policy own_school on course_groups
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on course_groups to lyceum_app;

create table course_group_members (
  school_id uuid not null,
  group_id uuid not null,
  user_id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (school_id, group_id, user_id),
  foreign key (school_id, group_id) references course_groups (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id)
);
create index course_group_members_of_user on course_group_members (school_id, user_id, group_id);
alter table course_group_members enable row level security;
alter table course_group_members force row level security;
create policy own_school on course_group_members
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, delete on course_group_members to lyceum_app;

-- Opens the contents of a course, or one of them, earlier, later or at once for one student or one group.
create table lock_exceptions (
  school_id uuid not null,
  id uuid not null,
  course_id uuid not null,
  content_id uuid,
  user_id uuid,
  group_id uuid,
  shift_days int,
  created_by uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (school_id, id),
  unique nulls not distinct (school_id, course_id, content_id, user_id, group_id),
  check (num_nonnulls(user_id, group_id) = 1),
  foreign key (school_id, course_id) references courses (school_id, id),
  foreign key (school_id, content_id) references contents (school_id, id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id),
  foreign key (school_id, group_id) references course_groups (school_id, id) on delete cascade
);
create index lock_exceptions_recent on lock_exceptions (school_id, course_id, created_at desc, id desc);
create index lock_exceptions_of_content on lock_exceptions (school_id, content_id);
create index lock_exceptions_of_user on lock_exceptions (school_id, user_id, course_id);
create index lock_exceptions_of_group on lock_exceptions (school_id, group_id);
comment on column lock_exceptions.shift_days is 'null: open now';
alter table lock_exceptions enable row level security;
alter table lock_exceptions force row level security;
create policy own_school on lock_exceptions
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on lock_exceptions to lyceum_app;
