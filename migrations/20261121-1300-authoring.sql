-- Drafts and published versions of contents, what completes them, and when they open.

-- `version` is the number of the version that these columns show, which is the one for everybody. Students who were
-- approved at or after `new_students_since` read a newer one, which is in content_versions.
-- `completion_rule` null is the custom of the type: what plays is watched to nine tenths, all else is opened.
alter table contents
  add column version int,
  add column published_at timestamptz(3),
  add column new_students_since timestamptz(3),
  add column opens_at timestamptz(3),
  add column opens_after_days int check (opens_after_days > 0),
  add column opens_after_content_id uuid,
  add column lowest_tier int check (lowest_tier > 0),
  add column completion_rule text check (completion_rule in ('opened', 'watched', 'marked')),
  add column completion_percentage int check (completion_percentage between 1 and 100),
  add column is_optional boolean not null default false;
create index contents_opening_after on contents (school_id, opens_after_content_id)
  where opens_after_content_id is not null;

-- Spares every reader of a course without exceptions a look for them.
alter table courses add column has_lock_exceptions boolean not null default false;

-- What is being typed over a published content. One that is not published is written in place.
create table content_drafts (
  school_id uuid not null,
  content_id uuid not null,
  title text not null,
  body text not null,
  upload_id uuid,
  embed_url text not null,
  duration_seconds int check (duration_seconds >= 0),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  updated_by uuid,
  primary key (school_id, content_id),
  foreign key (school_id, content_id) references contents (school_id, id) on delete cascade,
  foreign key (school_id, upload_id) references uploads (school_id, id)
);
create index content_drafts_of_upload on content_drafts (school_id, upload_id);
alter table content_drafts enable row level security;
alter table content_drafts force row level security;
create policy own_school on content_drafts using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on content_drafts to lyceum_app;

-- Every state in which a content was published.
create table content_versions (
  school_id uuid not null,
  content_id uuid not null,
  number int not null,
  audience text not null check (audience in ('everybody', 'new_students')),
  title text not null,
  body text not null,
  upload_id uuid,
  embed_url text not null,
  duration_seconds int check (duration_seconds >= 0),
  published_at timestamptz(3) not null,
  published_by uuid,
  primary key (school_id, content_id, number),
  foreign key (school_id, content_id) references contents (school_id, id) on delete cascade,
  foreign key (school_id, upload_id) references uploads (school_id, id)
);
create index content_versions_of_upload on content_versions (school_id, upload_id);
alter table content_versions enable row level security;
alter table content_versions force row level security;
create policy own_school on content_versions using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, delete on content_versions to lyceum_app;

-- Some of a course's students, by a name that its staff gave them.
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
create policy own_school on course_groups using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
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
create policy own_school on course_group_members using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, delete on course_group_members to lyceum_app;

-- One student or one group of a course, for whom its contents, or one of them, are open, or open earlier or later.
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
comment on column lock_exceptions.shift_days is 'null: open now';
create index lock_exceptions_recent on lock_exceptions (school_id, course_id, created_at desc, id desc);
create index lock_exceptions_of_content on lock_exceptions (school_id, content_id);
create index lock_exceptions_of_user on lock_exceptions (school_id, user_id, course_id);
create index lock_exceptions_of_group on lock_exceptions (school_id, group_id);
alter table lock_exceptions enable row level security;
alter table lock_exceptions force row level security;
create policy own_school on lock_exceptions using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on lock_exceptions to lyceum_app;
