-- Grades that come from assessments, late work, and kept totals.

-- The assessment whose results become grades of the item.
alter table grade_items add column assessment_id uuid;
-- Grades that are missing after it are shown as missing.
alter table grade_items add column due_at timestamptz(3);
create index grade_items_of_assessment on grade_items (school_id, course_id, assessment_id);

alter table grades add column is_late boolean not null default false;
-- A person set the grade, and the result of the assessment does not change it.
alter table grades add column is_override boolean not null default false;
-- Result of the assessment in percent, also while a person's grade counts.
alter table grades add column result_percent double precision;
alter table grades add column result_is_late boolean not null default false;
-- Grows with every change; who saves a grade names the one that was read.
alter table grades add column version int not null default 1;

alter table grade_history add column is_late boolean not null default false;
-- The result of an assessment changed the grade.
alter table grade_history add column is_result boolean not null default false;

-- Total of each student with a grade, computed again with every change.
create table grade_totals (
  school_id uuid not null,
  course_id uuid not null,
  user_id uuid not null,
  -- Null: nothing counts yet.
  total_percent double precision,
  -- With missing grades as 0.
  total_with_missing double precision,
  updated_at timestamptz(3) not null default now(),
  primary key (school_id, course_id, user_id),
  foreign key (school_id, course_id) references gradebooks (school_id, course_id) on delete cascade,
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index grade_totals_of_user on grade_totals (school_id, user_id);
alter table grade_totals enable row level security;
alter table grade_totals force row level security;
create policy own_school on grade_totals
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on grade_totals to lyceum_app;
