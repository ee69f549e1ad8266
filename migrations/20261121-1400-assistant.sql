-- What people ask about a course and what they were answered, what its teachers set right, and how much was asked today.

-- No row: everything as usual.
create table assistant_settings (
  school_id uuid not null,
  is_on boolean not null default true,
  -- Off: nothing leaves the school, answers are quotes only.
  uses_endpoint boolean not null default true,
  -- Lower than what the installation allows; null for that.
  student_daily_questions int check (student_daily_questions > 0),
  updated_at timestamptz(3) not null default now(),
  primary key (school_id)
);
alter table assistant_settings enable row level security;
alter table assistant_settings force row level security;
create policy own_school on assistant_settings using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
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
create policy own_school on assistant_course_settings using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on assistant_course_settings to lyceum_app;

-- One row for each person and day of the school's calendar, and one for the whole school under the id of zeros.
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
create policy own_school on assistant_usage using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on assistant_usage to lyceum_app;

create table assistant_questions (
  school_id uuid not null,
  id uuid not null,
  course_id uuid not null,
  -- null once its time is over and only the correction is of use.
  user_id uuid,
  question text not null,
  kind text not null check (kind in ('teacher', 'endpoint', 'passages', 'none')),
  answer text not null,
  citations jsonb not null default '[]',
  -- Why the endpoint did not answer although it was asked.
  fault text check (fault in ('unreachable', 'slow', 'refused', 'garbled', 'cut', 'uncited', 'busy', 'budget')),
  verdict text check (verdict in ('helpful', 'wrong')),
  -- What the teacher's list goes by.
  state text not null check (state in ('answered', 'unanswered', 'wrong', 'corrected')),
  asked_at timestamptz(3) not null default now(),
  primary key (school_id, id),
  foreign key (school_id, course_id) references courses (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id)
);
create index assistant_questions_of_course on assistant_questions (school_id, course_id, asked_at desc, id desc);
create index assistant_questions_in_state on assistant_questions (school_id, course_id, state, asked_at desc, id desc);
create index assistant_questions_of_user on assistant_questions (school_id, user_id, course_id, asked_at desc, id desc);
create index assistant_questions_by_age on assistant_questions (school_id, asked_at);
alter table assistant_questions enable row level security;
alter table assistant_questions force row level security;
create policy own_school on assistant_questions using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on assistant_questions to lyceum_app;

-- What a teacher answered instead, under the id of the question. `terms` are the roots of the question's words, by which
-- a like question finds it.
create table assistant_corrections (
  school_id uuid not null,
  id uuid not null,
  course_id uuid not null,
  terms text[] not null,
  answer text not null,
  -- The contents that it stands on: only who may open all of them gets it.
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
create policy own_school on assistant_corrections using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on assistant_corrections to lyceum_app;
