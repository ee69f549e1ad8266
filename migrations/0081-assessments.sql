-- Assessments of schools and courses: a draft that staff edit, and immutable published revisions, by which students
-- take them.

create table assessments (
  school_id uuid not null,
  id uuid not null,
  -- Null: an assessment of the whole school.
  course_id uuid,
  -- Content of a lesson that shows the assessment. No foreign key: a content that is deleted is detached first.
  content_id uuid,
  kind text not null check (kind in ('quiz', 'exam', 'practice', 'survey', 'assignment')),
  name text not null,
  -- Instructions, settings and sections as staff edit them; their items have the revision 0.
  draft jsonb not null,
  -- Grows with every change of the draft; an editor recognises by it what it has read.
  version int not null default 1,
  -- Published revision; null: students do not see the assessment.
  revision int,
  last_revision int not null default 0,
  -- Version of the draft that was published last.
  published_version int not null default 0,
  -- Window of the published revision.
  opens_at timestamptz(3),
  closes_at timestamptz(3),
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_by uuid,
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  primary key (school_id, id),
  foreign key (school_id, course_id) references courses (school_id, id)
);
create index assessments_recent on assessments (school_id, updated_at desc, id desc) where deleted_at is null;
create index assessments_of_course on assessments (school_id, course_id, updated_at desc, id desc);
create unique index assessments_of_content on assessments (school_id, content_id)
  where content_id is not null and deleted_at is null;
alter table assessments enable row level security;
alter table assessments force row level security;
create policy own_school on assessments
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on assessments to lyceum_app;

-- What students take. A changed assessment is published as the next revision; attempts stay with theirs.
create table assessment_revisions (
  school_id uuid not null,
  assessment_id uuid not null,
  revision int not null,
  content jsonb not null,
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  primary key (school_id, assessment_id, revision),
  foreign key (school_id, assessment_id) references assessments (school_id, id)
);
alter table assessment_revisions enable row level security;
alter table assessment_revisions force row level security;
create policy own_school on assessment_revisions
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert on assessment_revisions to lyceum_app;

-- Questions of a revision, in their order: a fixed question, or a draw of random ones. Revision 0 is the draft.
create table assessment_items (
  school_id uuid not null,
  assessment_id uuid not null,
  revision int not null,
  position int not null,
  -- Index in the list of sections.
  section int not null,
  -- Of each question.
  points double precision not null check (points between 0 and 1000),
  question_id uuid,
  bank_id uuid,
  -- Types, tags, difficulties and number of a draw from the bank.
  draw jsonb,
  primary key (school_id, assessment_id, revision, position),
  foreign key (school_id, assessment_id) references assessments (school_id, id),
  foreign key (school_id, question_id) references questions (school_id, id),
  foreign key (school_id, bank_id) references question_banks (school_id, id),
  check ((question_id is null) <> (bank_id is null)),
  check ((bank_id is null) = (draw is null))
);
create index assessment_items_of_question on assessment_items (school_id, question_id);
create index assessment_items_of_bank on assessment_items (school_id, bank_id);
alter table assessment_items enable row level security;
alter table assessment_items force row level security;
create policy own_school on assessment_items
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, delete on assessment_items to lyceum_app;

-- What one student may do differently in one assessment.
create table assessment_exceptions (
  school_id uuid not null,
  assessment_id uuid not null,
  user_id uuid not null,
  extra_attempts int not null default 0 check (extra_attempts between 0 and 100),
  extra_minutes int not null default 0 check (extra_minutes between 0 and 1440),
  -- Replace the window of the assessment; null: no change.
  opens_at timestamptz(3),
  closes_at timestamptz(3),
  created_by uuid,
  updated_at timestamptz(3) not null default now(),
  primary key (school_id, assessment_id, user_id),
  foreign key (school_id, assessment_id) references assessments (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index assessment_exceptions_of_user on assessment_exceptions (school_id, user_id);
alter table assessment_exceptions enable row level security;
alter table assessment_exceptions force row level security;
create policy own_school on assessment_exceptions
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on assessment_exceptions to lyceum_app;

-- More time and attempts of one student in all assessments of a course, or of the school (course_id all zeros).
create table accommodations (
  school_id uuid not null,
  user_id uuid not null,
  course_id uuid not null,
  -- Multiplies time limits.
  time_factor double precision not null default 1 check (time_factor between 1 and 5),
  extra_minutes int not null default 0 check (extra_minutes between 0 and 1440),
  extra_attempts int not null default 0 check (extra_attempts between 0 and 100),
  created_by uuid,
  updated_at timestamptz(3) not null default now(),
  primary key (school_id, user_id, course_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index accommodations_of_course on accommodations (school_id, course_id, user_id);
alter table accommodations enable row level security;
alter table accommodations force row level security;
create policy own_school on accommodations
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on accommodations to lyceum_app;
