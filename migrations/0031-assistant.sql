-- The assistant: settings, questions, answers, corrections by teachers, and usage.

-- A school without a row has the defaults.
create table assistant_settings (
  school_id uuid not null,
  is_on boolean not null default true,
  -- If false, nothing is sent to the endpoint and answers are quotes only.
  uses_endpoint boolean not null default true,
  -- Lower than what the installation allows; null for the installation's limit.
  student_daily_questions int check (student_daily_questions > 0),
  updated_at timestamptz(3) not null default now(),
  primary key (school_id)
);
alter table assistant_settings enable row level security;
alter table assistant_settings force row level security;
create policy own_school on assistant_settings
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on assistant_settings to lyceum_app;

create table assistant_course_settings (
  school_id uuid not null,
  course_id uuid not null,
  is_on boolean not null default true,
  updated_at timestamptz(3) not null default now(),
  primary key (school_id, course_id),
  foreign key (school_id, course_id) references courses (school_id, id)
);
alter table assistant_course_settings enable row level security;
alter table assistant_course_settings force row level security;
create policy own_school on assistant_course_settings
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on assistant_course_settings to lyceum_app;

-- A person's lasting choices about the assistant. A person without a row has the defaults.
create table assistant_preferences (
  school_id uuid not null,
  user_id uuid not null,
  is_on boolean not null default true,
  uses_endpoint boolean not null default true,
  updated_at timestamptz(3) not null default now(),
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id)
);
alter table assistant_preferences enable row level security;
alter table assistant_preferences force row level security;
create policy own_school on assistant_preferences
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on assistant_preferences to lyceum_app;

-- One row for each person and day of the school's calendar, and one for the whole school under the nil UUID.
create table assistant_usage (
  school_id uuid not null,
  day text not null check (day ~ '^\d{4}-\d\d-\d\d$'),
  user_id uuid not null,
  questions int not null default 0,
  tokens int not null default 0,
  primary key (school_id, day, user_id)
);
alter table assistant_usage enable row level security;
alter table assistant_usage force row level security;
create policy own_school on assistant_usage
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on assistant_usage to lyceum_app;

create table assistant_questions (
  school_id uuid not null,
  id uuid not null,
  course_id uuid not null,
  -- Null once its retention has ended and only the correction is of use.
  user_id uuid,
  question text not null,
  kind text not null check (kind in ('teacher', 'endpoint', 'quotes', 'none')),
  answer text not null,
  citations jsonb not null default '[]',
  -- Why the endpoint did not answer a question that it received.
  failure text check (failure in ('unreachable', 'timeout', 'refused', 'invalid_response', 'truncated', 'no_citation', 'busy', 'budget_exhausted')),
  rating text check (rating in ('helpful', 'unhelpful')),
  -- The filter of the teacher's list.
  state text not null check (state in ('answered', 'unanswered', 'rated_unhelpful', 'corrected')),
  created_at timestamptz(3) not null default now(),
  primary key (school_id, id),
  foreign key (school_id, course_id) references courses (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id)
);
create index assistant_questions_of_course on assistant_questions (school_id, course_id, created_at desc, id desc);
create index assistant_questions_in_state on assistant_questions (school_id, course_id, state, created_at desc, id desc);
create index assistant_questions_of_user on assistant_questions (school_id, user_id, course_id, created_at desc, id desc);
create index assistant_questions_by_age on assistant_questions (school_id, created_at);
alter table assistant_questions enable row level security;
alter table assistant_questions force row level security;
create policy own_school on assistant_questions
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on assistant_questions to lyceum_app;

-- What a teacher answered instead, under the id of the question. `terms` are the stems of the question's words, by
-- which a similar question finds it.
create table assistant_corrections (
  school_id uuid not null,
  id uuid not null,
  course_id uuid not null,
  terms text[] not null,
  answer text not null,
  -- The contents that the correction is based on: only a person who may open all of them receives it.
  content_ids uuid[] not null default '{}',
  corrected_by uuid not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (school_id, id),
  foreign key (school_id, id) references assistant_questions (school_id, id) on delete cascade,
  foreign key (school_id, course_id) references courses (school_id, id),
  foreign key (school_id, corrected_by) references users (school_id, id)
);
create index assistant_corrections_terms on assistant_corrections using gin (school_id, course_id, terms);
create index assistant_corrections_by on assistant_corrections (school_id, corrected_by);
alter table assistant_corrections enable row level security;
alter table assistant_corrections force row level security;
create policy own_school on assistant_corrections
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on assistant_corrections to lyceum_app;

-- The endpoint's last order and texts of a recommendation, valid while their facts stay the same.
create table assistant_recommendations (
  school_id uuid not null,
  user_id uuid not null,
  course_id uuid not null,
  input_hash text not null,
  topics jsonb not null,
  created_at timestamptz(3) not null,
  primary key (school_id, user_id, course_id),
  foreign key (school_id, user_id) references users (school_id, id),
  foreign key (school_id, course_id) references courses (school_id, id)
);
create index assistant_recommendations_by_course on assistant_recommendations (school_id, course_id);
alter table assistant_recommendations enable row level security;
alter table assistant_recommendations force row level security;
create policy own_school on assistant_recommendations
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on assistant_recommendations to lyceum_app;
