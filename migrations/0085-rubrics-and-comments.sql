-- Rubrics by which people mark answers, and what lists of attempts and of answers read.

create table rubrics (
  school_id uuid not null,
  assessment_id uuid not null,
  question_id uuid not null,
  -- Criteria with their levels, points and descriptions.
  criteria jsonb not null,
  -- Counts the changes; a change names the version that was read.
  version int not null default 1,
  updated_by uuid,
  updated_at timestamptz(3) not null,
  primary key (school_id, assessment_id, question_id),
  foreign key (school_id, assessment_id) references assessments (school_id, id) on delete cascade
);
create index rubrics_recent on rubrics (school_id, updated_at desc, assessment_id desc, question_id desc);
alter table rubrics enable row level security;
alter table rubrics force row level security;
create policy own_school on rubrics
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on rubrics to lyceum_app;

-- Levels that the marker chose and the reason for other points; null: marked without a rubric.
alter table mark_steps add column rubric jsonb;

create index attempts_of_assessment on attempts (school_id, assessment_id, submitted_at, id);
create index attempts_to_mark on attempts (school_id, assessment_id) where pending_count > 0;

-- Comments that markers use again: their own, and those that a person shares with the staff of a course.
create table saved_comments (
  school_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  -- Null: for the person alone.
  course_id uuid,
  text text not null,
  created_at timestamptz(3) not null,
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, course_id) references courses (school_id, id)
);
create index saved_comments_of_user on saved_comments (school_id, user_id, created_at desc, id desc);
create index saved_comments_of_course on saved_comments (school_id, course_id, created_at desc, id desc);
alter table saved_comments enable row level security;
alter table saved_comments force row level security;
create policy own_school on saved_comments
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on saved_comments to lyceum_app;
