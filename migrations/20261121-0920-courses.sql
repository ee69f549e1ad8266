-- Courses, their lessons and contents, who attends them, and what each student has seen.

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
alter table categories enable row level security;
alter table categories force row level security;
create policy own_school on categories using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on categories to lyceum_app;

create table courses (
  school_id uuid not null,
  id uuid not null,
  category_id uuid,
  course_code text not null,
  course_name text not null,
  short_description text not null default '',
  course_description text not null default '',
  course_is_public boolean not null default false,
  is_coming_soon boolean not null default false,
  is_hidden boolean not null default false,
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
  similar_courses jsonb not null default '[]',
  hide_related_courses boolean not null default false,
  course_start_date timestamptz(3),
  course_end_date timestamptz(3),
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
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  search tsvector not null default ''::tsvector,
  primary key (school_id, id),
  foreign key (school_id, category_id) references categories (school_id, id),
  foreign key (school_id, course_teacher_id) references users (school_id, id)
);
create unique index courses_code on courses (school_id, course_code);
create index courses_recent on courses (school_id, created_at desc, id desc) where deleted_at is null;
create index courses_of_category on courses (school_id, category_id, position, id) where deleted_at is null;
create index courses_of_teacher on courses (school_id, course_teacher_id, created_at desc, id desc) where deleted_at is null;
create index courses_words on courses using gin (school_id, search);
create index courses_spelling on courses using gin (school_id, folded(course_name) gin_trgm_ops);
create index courses_mirrors on courses (school_id, mirror_course_id) where mirror_course_id is not null;
alter table courses enable row level security;
alter table courses force row level security;
create policy own_school on courses using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
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
  primary key (school_id, id),
  foreign key (school_id, course_id) references courses (school_id, id)
);
create index lessons_in_order on lessons (school_id, course_id, position, id);
alter table lessons enable row level security;
alter table lessons force row level security;
create policy own_school on lessons using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on lessons to lyceum_app;

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
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (school_id, id),
  foreign key (school_id, course_id) references courses (school_id, id),
  foreign key (school_id, lesson_id) references lessons (school_id, id),
  foreign key (school_id, upload_id) references uploads (school_id, id)
);
create index contents_in_order on contents (school_id, course_id, lesson_id, position, id);
create index contents_of_lesson on contents (school_id, lesson_id, position, id);
create index contents_of_upload on contents (school_id, upload_id) where upload_id is not null;
alter table contents enable row level security;
alter table contents force row level security;
create policy own_school on contents using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on contents to lyceum_app;

create table enrolments (
  school_id uuid not null,
  course_id uuid not null,
  user_id uuid not null,
  status text not null check (status in ('pending', 'approved', 'unapproved', 'expired', 'removed')),
  tier int,
  student_approval_end_date timestamptz(3),
  approved_at timestamptz(3),
  last_topic_id uuid,
  last_opened_at timestamptz(3),
  completed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (school_id, course_id, user_id),
  foreign key (school_id, course_id) references courses (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id)
);
create index enrolments_of_user on enrolments (school_id, user_id, created_at desc, course_id);
create index enrolments_recent on enrolments (school_id, course_id, created_at desc, user_id desc);
create index enrolments_by_status on enrolments (school_id, course_id, status, created_at desc, user_id desc);
create index enrolments_ending on enrolments (school_id, student_approval_end_date) where status = 'approved';
alter table enrolments enable row level security;
alter table enrolments force row level security;
create policy own_school on enrolments using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on enrolments to lyceum_app;

create table enrolment_events (
  school_id uuid not null,
  id uuid not null,
  course_id uuid not null,
  user_id uuid not null,
  status text not null,
  tier int,
  student_approval_end_date timestamptz(3),
  cause text not null,
  changed_by uuid,
  created_at timestamptz(3) not null default now(),
  primary key (school_id, id)
);
create index enrolment_events_of_student on enrolment_events (school_id, user_id, course_id, created_at desc, id desc);
alter table enrolment_events enable row level security;
alter table enrolment_events force row level security;
create policy own_school on enrolment_events using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert on enrolment_events to lyceum_app;

-- `watched` is the set of seconds that were really played: two devices merge by union, in any order.
create table content_progress (
  school_id uuid not null,
  user_id uuid not null,
  course_id uuid not null,
  content_id uuid not null,
  watched int4multirange not null default '{}',
  position_seconds real not null default 0,
  position_at timestamptz(3),
  opened_at timestamptz(3) not null default now(),
  completed_at timestamptz(3),
  updated_at timestamptz(3) not null default now(),
  primary key (school_id, user_id, content_id),
  foreign key (school_id, user_id) references users (school_id, id),
  foreign key (school_id, content_id) references contents (school_id, id) on delete cascade
);
create index content_progress_of_course on content_progress (school_id, course_id, user_id);
create index content_progress_of_content on content_progress (school_id, content_id);
alter table content_progress enable row level security;
alter table content_progress force row level security;
create policy own_school on content_progress using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on content_progress to lyceum_app;
