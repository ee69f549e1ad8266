-- Courses as documents: templates, exported archives and imported archives.

-- Templates of a school.
create table course_templates (
  school_id uuid not null,
  id uuid not null,
  name text not null,
  description text not null default '',
  -- A course document (docs/course-document.md).
  document jsonb not null,
  lessons_count int not null,
  contents_count int not null,
  created_by uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (school_id, id)
);
create index course_templates_recent on course_templates (school_id, created_at desc, id desc);
alter table course_templates enable row level security;
alter table course_templates force row level security;
create policy own_school on course_templates
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on course_templates to lyceum_app;

-- The file behind each local name in a template's document. The foreign key keeps files that a template shows.
create table course_template_media (
  school_id uuid not null,
  template_id uuid not null,
  media_id text not null,
  upload_id uuid not null,
  primary key (school_id, template_id, media_id),
  foreign key (school_id, template_id) references course_templates (school_id, id) on delete cascade,
  foreign key (school_id, upload_id) references uploads (school_id, id)
);
create index course_template_media_of_upload on course_template_media (school_id, upload_id);
alter table course_template_media enable row level security;
alter table course_template_media force row level security;
create policy own_school on course_template_media
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on course_template_media to lyceum_app;

-- No foreign key to the upload: the archive is deleted after some days, the row records that it was made.
create table course_exports (
  school_id uuid not null,
  id uuid not null,
  course_id uuid not null,
  upload_id uuid,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'expired')),
  attempts int not null default 0,
  processed_bytes bigint not null default 0,
  total_bytes bigint not null default 0,
  failure text,
  created_by uuid not null,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  primary key (school_id, id),
  foreign key (school_id, course_id) references courses (school_id, id)
);
create index course_exports_of_course on course_exports (school_id, course_id, created_at desc, id desc);
create unique index course_exports_under_way on course_exports (school_id, course_id, created_by)
  where state in ('waiting', 'running');
alter table course_exports enable row level security;
alter table course_exports force row level security;
create policy own_school on course_exports
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on course_exports to lyceum_app;

create table course_imports (
  school_id uuid not null,
  id uuid not null,
  upload_id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  attempts int not null default 0,
  processed_bytes bigint not null default 0,
  total_bytes bigint not null default 0,
  -- Options of the import: name, dates, visibility.
  options jsonb not null default '{}',
  -- The upload made for each file of the archive: a second try continues with the same ones.
  media jsonb not null default '{}',
  -- What was dropped, was changed or needs review; errors where the archive was refused.
  report jsonb not null default '[]',
  failure text,
  course_id uuid,
  created_by uuid not null,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  primary key (school_id, id)
);
create unique index course_imports_of_upload on course_imports (school_id, upload_id);
create index course_imports_of_person on course_imports (school_id, created_by, created_at desc, id desc);
alter table course_imports enable row level security;
alter table course_imports force row level security;
create policy own_school on course_imports
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on course_imports to lyceum_app;
