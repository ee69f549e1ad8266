-- Courses, lessons and contents, with their drafts, versions and captions.

create table courses (
  school_id uuid not null,
  id uuid not null,
  category_id uuid,
  faculty_id uuid,
  department_id uuid,
  course_code text not null,
  course_name text not null,
  short_description text not null default '',
  course_description text not null default '',
  course_is_public boolean not null default false,
  is_coming_soon boolean not null default false,
  is_hidden boolean not null default false,
  is_sample boolean not null default false,
  price bigint not null default 0 check (price >= 0),
  course_template_id uuid,
  background_image uuid,
  banner_image uuid,
  preview_image uuid,
  find_school_preview_image uuid,
  end_of_course_content_id uuid,
  end_of_course_content_message text not null default '',
  course_teacher_id uuid,
  course_department text not null default '',
  course_unit text not null default '',
  tutor_description text not null default '',
  tutor_img uuid,
  course_requirements jsonb not null default '[]',
  course_reviews jsonb not null default '[]',
  -- Questions and answers on the course's page, in order.
  course_questions jsonb not null default '[]',
  similar_courses jsonb not null default '[]',
  hide_related_courses boolean not null default false,
  course_start_date timestamptz(3),
  course_end_date timestamptz(3),
  -- Students wait until course_start_date unless this is true.
  allow_early_access boolean not null default false,
  unapprove_all_students_on_end_date boolean not null default false,
  student_access_limit_after_approval int check (student_access_limit_after_approval > 0),
  layout_type text not null default 'standard' check (layout_type in ('standard', 'compact')),
  compact_layout_content_background text not null default '',
  approve_student_on_payment boolean not null default true,
  disable_direct_registration boolean not null default false,
  enable_affiliates boolean not null default false,
  affiliates_percentage_off numeric(5, 2) not null default 0,
  default_affiliate_commission numeric(5, 2) not null default 0,
  enable_tiering boolean not null default false,
  tiering_maximum int not null default 0,
  tiering_prices jsonb not null default '[]',
  show_content_title_to_unapproved boolean not null default true,
  course_calendly_link text not null default '',
  course_ads_video text not null default '',
  mirror_course_id uuid,
  created_by uuid not null,
  position int not null default 0,
  -- False spares readers of a course without exceptions a query for them.
  has_lock_exceptions boolean not null default false,
  -- Sum and number of the visible ratings, updated with each review, so that no page counts them.
  rating_sum int not null default 0 check (rating_sum >= 0),
  rating_count int not null default 0 check (rating_count >= 0),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Reported to a person who edits the same thing at the same time.
  updated_by uuid,
  deleted_at timestamptz(3),
  search tsvector not null default ''::tsvector,
  primary key (school_id, id),
  foreign key (school_id, category_id) references categories (school_id, id),
  foreign key (school_id, course_teacher_id) references users (school_id, id),
  foreign key (school_id, faculty_id) references faculties (school_id, id),
  foreign key (school_id, department_id) references departments (school_id, id)
);
create unique index courses_code on courses (school_id, course_code);
create index courses_recent on courses (school_id, created_at desc, id desc) where deleted_at is null;
create index courses_of_category on courses (school_id, category_id, position, id) where deleted_at is null;
create index courses_of_teacher on courses (school_id, course_teacher_id, created_at desc, id desc) where deleted_at is null;
create index courses_words on courses using gin (school_id, search);
create index courses_spelling on courses using gin (school_id, fold_text(course_name) gin_trgm_ops);
create index courses_mirrors on courses (school_id, mirror_course_id) where mirror_course_id is not null;
-- Finds the newest listed course with a preview for school_directory.preview_upload_id.
create index courses_with_preview on courses (school_id, created_at desc, id desc)
  where find_school_preview_image is not null and deleted_at is null and course_is_public and not is_hidden;
create index courses_of_faculty on courses (school_id, faculty_id, created_at desc, id desc)
  where deleted_at is null and faculty_id is not null;
create index courses_of_department on courses (school_id, department_id) where department_id is not null;
-- Departments that are written in courses but belong to no faculty yet.
create index courses_loose_departments on courses (school_id, lower(course_department))
  where deleted_at is null and department_id is null and course_department <> '';
-- One at most, even if two requests create it at the same moment.
create unique index courses_sample on courses (school_id) where is_sample and deleted_at is null;
alter table courses enable row level security;
alter table courses force row level security;
create policy own_school on courses
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on courses to lyceum_app;

create table lessons (
  school_id uuid not null,
  id uuid not null,
  course_id uuid not null,
  title text not null,
  position int not null,
  lowest_tier int,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- As in courses.
  updated_by uuid,
  primary key (school_id, id),
  foreign key (school_id, course_id) references courses (school_id, id)
);
create index lessons_in_order on lessons (school_id, course_id, position, id);
alter table lessons enable row level security;
alter table lessons force row level security;
create policy own_school on lessons
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on lessons to lyceum_app;

-- Seconds that a text in HTML takes to read: four words per second. Scripts that write no spaces count by their length.
create function reading_seconds(html text) returns int language sql immutable parallel safe strict
  as $$ select greatest(5, ceil(greatest(regexp_count(words, '\S+'), length(words) / 8.0) / 4.0))::int
    from (select regexp_replace(html, '<[^>]*>', ' ', 'g')) plain (words) $$;

create table contents (
  school_id uuid not null,
  id uuid not null,
  course_id uuid not null,
  lesson_id uuid not null,
  type text not null check (type in ('text', 'video', 'audio', 'file', 'embed')),
  title text not null,
  body text not null default '',
  upload_id uuid,
  embed_url text not null default '',
  duration_seconds int check (duration_seconds >= 0),
  position int not null,
  is_locked boolean not null default false,
  is_published boolean not null default false,
  -- The number of the version in these columns, which everybody reads. Students who were approved at or after
  -- `new_students_since` read a newer one from content_versions.
  version int,
  published_at timestamptz(3),
  new_students_since timestamptz(3),
  opens_at timestamptz(3),
  opens_after_days int check (opens_after_days > 0),
  opens_after_content_id uuid,
  lowest_tier int check (lowest_tier > 0),
  -- Null is the default of the type: texts are read and videos and recordings watched to 90 %, all others are opened.
  completion_rule text check (completion_rule in ('opened', 'read', 'watched', 'marked')),
  completion_percentage int check (completion_percentage between 1 and 100),
  is_optional boolean not null default false,
  -- Visitors may open it while the course is public.
  is_free_preview boolean not null default false,
  reading_seconds int not null generated always as (reading_seconds(body)) stored,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- As in courses.
  updated_by uuid,
  primary key (school_id, id),
  foreign key (school_id, course_id) references courses (school_id, id),
  foreign key (school_id, lesson_id) references lessons (school_id, id),
  foreign key (school_id, upload_id) references uploads (school_id, id)
);
create index contents_in_order on contents (school_id, course_id, lesson_id, position, id);
create index contents_of_lesson on contents (school_id, lesson_id, position, id);
create index contents_spelling on contents using gin (school_id, fold_text(title) gin_trgm_ops);
create index contents_of_upload on contents (school_id, upload_id) where upload_id is not null;
create index contents_opening_after on contents (school_id, opens_after_content_id)
  where opens_after_content_id is not null;
-- The dashboard finds what opens soon and what is new without reading the other contents.
create index contents_opening on contents (school_id, course_id, opens_at) where opens_at is not null;
create index contents_dripping on contents (school_id, course_id, opens_after_days) where opens_after_days is not null;
create index contents_published on contents (school_id, course_id, published_at desc) where is_published;
create index contents_unpublished on contents (school_id, updated_at desc, course_id) where not is_published;
alter table contents enable row level security;
alter table contents force row level security;
create policy own_school on contents
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on contents to lyceum_app;

-- Unpublished changes of a published content. A content that is not published is edited in place.
create table content_drafts (
  school_id uuid not null,
  content_id uuid not null,
  title text not null,
  body text not null,
  upload_id uuid,
  embed_url text not null,
  duration_seconds int check (duration_seconds >= 0),
  -- The version for new students that the draft was published as, until somebody changes it.
  published_as int,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  updated_by uuid,
  primary key (school_id, content_id),
  foreign key (school_id, content_id) references contents (school_id, id) on delete cascade,
  foreign key (school_id, upload_id) references uploads (school_id, id)
);
create index content_drafts_of_upload on content_drafts (school_id, upload_id);
create index content_drafts_recent on content_drafts (school_id, updated_at desc) where published_as is null;
alter table content_drafts enable row level security;
alter table content_drafts force row level security;
create policy own_school on content_drafts
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
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
  reading_seconds int not null generated always as (reading_seconds(body)) stored,
  primary key (school_id, content_id, number),
  foreign key (school_id, content_id) references contents (school_id, id) on delete cascade,
  foreign key (school_id, upload_id) references uploads (school_id, id)
);
create index content_versions_of_upload on content_versions (school_id, upload_id);
alter table content_versions enable row level security;
alter table content_versions force row level security;
create policy own_school on content_versions
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, delete on content_versions to lyceum_app;

-- Captions of videos and recordings, one for each language. `cues` is the parsed file, which the transcript shows and
-- searches. No cascade: the verb that deletes the content also releases the file.
create table content_captions (
  school_id uuid not null,
  id uuid not null,
  content_id uuid not null,
  upload_id uuid not null,
  language text not null,
  label text not null,
  cues jsonb not null,
  cues_count int not null,
  created_by uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (school_id, id),
  unique (school_id, content_id, language),
  foreign key (school_id, upload_id) references uploads (school_id, id)
);
create index content_captions_of_upload on content_captions (school_id, upload_id);
alter table content_captions enable row level security;
alter table content_captions force row level security;
create policy own_school on content_captions
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on content_captions to lyceum_app;

-- Files within the texts of a content, its draft and its versions. A file that no text shows any longer is deleted by a
-- job a day later, so that undoing the change finds it. No cascade: the verb that deletes the content also releases the file.
create table content_text_files (
  school_id uuid not null,
  content_id uuid not null,
  upload_id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (school_id, content_id, upload_id),
  foreign key (school_id, upload_id) references uploads (school_id, id)
);
create index content_text_files_of_upload on content_text_files (school_id, upload_id);
alter table content_text_files enable row level security;
alter table content_text_files force row level security;
create policy own_school on content_text_files
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on content_text_files to lyceum_app;

-- The version of a course's outline changes with each change of its lessons and contents. Processes cache an outline
-- while the version is the same. A course without a row is read from the database each time.
create table outline_versions (
  school_id uuid not null,
  course_id uuid not null,
  version uuid not null,
  primary key (school_id, course_id),
  foreign key (school_id, course_id) references courses (school_id, id) on delete cascade
);
alter table outline_versions enable row level security;
alter table outline_versions force row level security;
create policy own_school on outline_versions
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on outline_versions to lyceum_app;
