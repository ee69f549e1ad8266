-- Regrades: new marks of one question in all attempts of an assessment, previewed before they count.

-- The question does not count for this attempt: neither its points nor its maximum.
alter table mark_steps add column is_dropped boolean not null default false;

create table regrades (
  school_id uuid not null,
  id uuid not null,
  assessment_id uuid not null,
  question_id uuid not null,
  policy text not null check (policy in ('new_key', 'either_key', 'full_marks', 'drop', 'never_lower')),
  state text not null default 'computing'
    check (state in ('computing', 'ready', 'applying', 'applied', 'discarded')),
  -- Counts of the preview, by the score of the attempt; zero until it is ready.
  rising_count int not null default 0,
  falling_count int not null default 0,
  unchanged_count int not null default 0,
  -- Marks of people that stay.
  manual_count int not null default 0,
  applied_count int not null default 0,
  -- Marks that changed after the preview.
  skipped_count int not null default 0,
  created_by uuid,
  created_at timestamptz(3) not null,
  applied_at timestamptz(3),
  primary key (school_id, id),
  foreign key (school_id, assessment_id) references assessments (school_id, id),
  foreign key (school_id, question_id) references questions (school_id, id)
);
-- One open regrade of a question in an assessment.
create unique index regrades_open on regrades (school_id, assessment_id, question_id)
  where state in ('computing', 'ready', 'applying');
create index regrades_recent on regrades (school_id, assessment_id, created_at desc, id desc);
create index regrades_of_question on regrades (school_id, question_id);
alter table regrades enable row level security;
alter table regrades force row level security;
create policy own_school on regrades
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on regrades to lyceum_app;

-- Marks that a regrade changes.
create table regrade_rows (
  school_id uuid not null,
  regrade_id uuid not null,
  attempt_id uuid not null,
  slot smallint not null,
  user_id uuid not null,
  -- The mark that the preview read; another one since is left as it is.
  expected_step smallint not null,
  key_revision int not null,
  is_dropped boolean not null,
  points_before double precision,
  points_after double precision,
  -- Of the whole attempt.
  score_before double precision,
  score_after double precision,
  outcome text not null default 'open' check (outcome in ('open', 'applied', 'skipped')),
  primary key (school_id, regrade_id, attempt_id, slot),
  foreign key (school_id, regrade_id) references regrades (school_id, id),
  foreign key (school_id, attempt_id) references attempts (school_id, id) on delete cascade
);
create index regrade_rows_of_attempt on regrade_rows (school_id, attempt_id);
create index regrade_rows_of_user on regrade_rows (school_id, user_id);
alter table regrade_rows enable row level security;
alter table regrade_rows force row level security;
create policy own_school on regrade_rows
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on regrade_rows to lyceum_app;
