-- Attempts of students in assessments. Everything that an attempt depends on is stored at its start: the revision, the
-- versions of its questions, their order and variables, and the deadline.

create table attempts (
  school_id uuid not null,
  id uuid not null,
  assessment_id uuid not null,
  revision int not null,
  user_id uuid not null,
  -- Course through which the student takes it: that of the assessment, or a mirror of it.
  course_id uuid,
  -- 1, 2, … of this student in this assessment.
  number int not null check (number > 0),
  state text not null default 'running' check (state in ('running', 'submitted', 'marked', 'void')),
  -- Of the random generator that drew questions, orders and variables.
  seed text not null,
  slot_count smallint not null check (slot_count between 1 and 200),
  started_at timestamptz(3) not null,
  -- Null: no time limit and no end of the window.
  deadline_at timestamptz(3),
  -- Until then answers that were given before the deadline are accepted.
  sync_until timestamptz(3),
  -- Number of the newest opening; saves of earlier ones count only where no newer one answered.
  holder int not null default 0,
  -- Holders that contacted the server after the deadline: nothing more is accepted from them.
  late_holders int[] not null default '{}',
  has_late_answers boolean not null default false,
  submitted_at timestamptz(3),
  submitted_by text check (submitted_by in ('student', 'deadline', 'staff')),
  -- When the answers were graded automatically; null: not yet, or late answers arrived since.
  graded_at timestamptz(3),
  -- Slots that a person must mark.
  pending_count smallint not null default 0,
  -- Sum of the points of all slots; null while one has none.
  points double precision,
  max_points double precision not null default 0,
  -- 0 to 100 after the late penalty; null while points are null, and if there is nothing to earn.
  score double precision,
  -- When staff released the result.
  released_at timestamptz(3),
  primary key (school_id, id),
  unique (school_id, assessment_id, user_id, number),
  check ((state = 'running') = (submitted_at is null)),
  check ((submitted_at is null) = (submitted_by is null)),
  foreign key (school_id, assessment_id, revision)
    references assessment_revisions (school_id, assessment_id, revision),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade,
  foreign key (school_id, course_id) references courses (school_id, id)
) with (fillfactor = 70);
-- One running attempt for each student and assessment, also when requests come at the same moment.
create unique index attempts_running on attempts (school_id, assessment_id, user_id) where state = 'running';
create index attempts_due on attempts (school_id, deadline_at) where state = 'running';
create index attempts_to_grade on attempts (school_id, submitted_at) where state = 'submitted' and graded_at is null;
create index attempts_of_revision on attempts (school_id, assessment_id, revision);
create index attempts_of_user on attempts (school_id, user_id);
create index attempts_of_course on attempts (school_id, course_id);
create index attempts_recent on attempts (school_id, started_at desc, id desc);
alter table attempts enable row level security;
alter table attempts force row level security;
create policy own_school on attempts
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on attempts to lyceum_app;

-- Questions of an attempt in the order of their slots, each with its version, points, option order and variables.
create table attempt_papers (
  school_id uuid not null,
  attempt_id uuid not null,
  slots jsonb not null,
  primary key (school_id, attempt_id),
  foreign key (school_id, attempt_id) references attempts (school_id, id) on delete cascade
);
alter table attempt_papers enable row level security;
alter table attempt_papers force row level security;
create policy own_school on attempt_papers
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, delete on attempt_papers to lyceum_app;

-- The current answer of each slot: that of the highest (holder, seq).
create table attempt_answers (
  school_id uuid not null,
  attempt_id uuid not null,
  slot smallint not null check (slot >= 0),
  user_id uuid not null,
  holder int not null,
  seq int not null,
  answer jsonb not null,
  -- As the device claims it, at most received_at.
  given_at timestamptz(3) not null,
  received_at timestamptz(3) not null,
  -- Arrived after the deadline.
  is_late boolean not null,
  primary key (school_id, attempt_id, slot),
  foreign key (school_id, attempt_id) references attempts (school_id, id) on delete cascade
) with (fillfactor = 70);
create index attempt_answers_of_user on attempt_answers (school_id, user_id);
alter table attempt_answers enable row level security;
alter table attempt_answers force row level security;
create policy own_school on attempt_answers
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on attempt_answers to lyceum_app;

-- Every accepted save, for disputes.
create table answer_log (
  school_id uuid not null,
  attempt_id uuid not null,
  slot smallint not null,
  holder int not null,
  seq int not null,
  answer jsonb not null,
  given_at timestamptz(3) not null,
  received_at timestamptz(3) not null,
  primary key (school_id, attempt_id, slot, holder, seq),
  foreign key (school_id, attempt_id) references attempts (school_id, id) on delete cascade
);
alter table answer_log enable row level security;
alter table answer_log force row level security;
create policy own_school on answer_log
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, delete on answer_log to lyceum_app;

-- Marks of each slot, never changed: the highest step counts.
create table mark_steps (
  school_id uuid not null,
  attempt_id uuid not null,
  slot smallint not null,
  step smallint not null,
  user_id uuid not null,
  source text not null
    check (source in ('auto', 'person', 'second', 'ai_proposal', 'regrade', 'late_sync', 'override')),
  -- Null: a person must mark the answer.
  points double precision,
  -- Revision of the key by which the answer was graded; null for marks of a person.
  key_revision int,
  comment text not null default '',
  marked_by uuid,
  created_at timestamptz(3) not null,
  primary key (school_id, attempt_id, slot, step),
  foreign key (school_id, attempt_id) references attempts (school_id, id) on delete cascade
);
create index mark_steps_of_user on mark_steps (school_id, user_id);
alter table mark_steps enable row level security;
alter table mark_steps force row level security;
create policy own_school on mark_steps
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, delete on mark_steps to lyceum_app;
