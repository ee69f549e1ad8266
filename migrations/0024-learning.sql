-- Enrolments, and students' progress.

create table enrolments (
  school_id uuid not null,
  course_id uuid not null,
  user_id uuid not null,
  status text not null check (status in ('pending', 'approved', 'unapproved', 'expired', 'removed')),
  tier int,
  -- A payment opened it: it is open only while an entitlement is live (src/course-access).
  requires_entitlement boolean not null default false,
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
-- A course's students by when they last learned there, or enrolled.
create index enrolments_active on enrolments
  (school_id, course_id, (coalesce(last_opened_at, created_at)) desc, user_id desc);
-- People who wait for approval in any course of the school, the longest waiting first.
create index enrolments_waiting on enrolments (school_id, created_at, course_id, user_id) where status = 'pending';
-- Students who stopped learning, the longest pause first.
create index enrolments_stuck on enrolments
  (school_id, (coalesce(last_opened_at, created_at)), course_id, user_id)
  where status = 'approved' and completed_at is null;
-- New students by day.
create index enrolments_by_creation on enrolments (school_id, created_at);
alter table enrolments enable row level security;
alter table enrolments force row level security;
create policy own_school on enrolments
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on enrolments to lyceum_app;

-- The history of each enrolment.
create table enrolment_events (
  school_id uuid not null,
  id uuid not null,
  course_id uuid not null,
  user_id uuid not null,
  status text not null,
  tier int,
  student_approval_end_date timestamptz(3),
  cause text not null,
  -- Why staff declined a request, as the student reads it.
  reason text,
  changed_by uuid,
  created_at timestamptz(3) not null default now(),
  primary key (school_id, id)
);
create index enrolment_events_of_student on enrolment_events (school_id, user_id, course_id, created_at desc, id desc);
-- New requests, which staff are notified of.
create index enrolment_events_asked on enrolment_events (school_id, created_at, course_id) where cause = 'asked';
alter table enrolment_events enable row level security;
alter table enrolment_events force row level security;
create policy own_school on enrolment_events
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on enrolment_events to lyceum_app;

-- Decisions that staff can still undo. The enrolments are changed at once; notifications, mails and webhooks wait here for
-- the end of the undo period. Undoing or sending deletes the row.
create table enrolment_decisions (
  school_id uuid not null,
  id uuid not null,
  course_id uuid not null,
  -- The enrolments before and after, one for each student.
  changes jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (school_id, id),
  foreign key (school_id, course_id) references courses (school_id, id)
);
create index enrolment_decisions_of_course on enrolment_decisions (school_id, course_id);
alter table enrolment_decisions enable row level security;
alter table enrolment_decisions force row level security;
create policy own_school on enrolment_decisions
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, delete on enrolment_decisions to lyceum_app;

-- The number of distinct seconds in a set of played ranges.
create function range_seconds(played int4multirange) returns int language sql immutable parallel safe strict
  as $$ select coalesce(sum(upper(r) - lower(r)), 0)::int from unnest(played) r $$;

-- Played seconds when a recording has reached its end: gaps of up to two seconds come from rounding and count as played.
create function played_seconds(played int4multirange, reached_end boolean) returns int
  language sql immutable parallel safe strict
  as $$ select case when not reached_end then range_seconds(played) else (
    select coalesce(sum(upper(r) - lower(r) - 2), 0)::int
    from unnest((select range_agg(int4range(lower(p), upper(p) + 2)) from unnest(played) p)) r) end $$;

-- `watched` is the set of played seconds, and `visible` the set of seconds, since 1970, in which the content was on the
-- student's screen: progress of two devices merges by union, in any order. `read_percentage` is the part of a text down to
-- which the student scrolled, `media_seconds` the length that the player found at the end, `marked_completed` the last
-- mark by hand.
create table content_progress (
  school_id uuid not null,
  user_id uuid not null,
  course_id uuid not null,
  content_id uuid not null,
  watched int4multirange not null default '{}',
  position_seconds real not null default 0,
  position_at timestamptz(3),
  -- Null if staff marked it before the student came.
  opened_at timestamptz(3) default now(),
  visible int4multirange not null default '{}',
  read_percentage int check (read_percentage between 0 and 100),
  media_seconds int check (media_seconds > 0),
  marked_completed boolean,
  completed_at timestamptz(3),
  updated_at timestamptz(3) not null default now(),
  primary key (school_id, user_id, content_id),
  foreign key (school_id, user_id) references users (school_id, id),
  foreign key (school_id, content_id) references contents (school_id, id) on delete cascade
);
create index content_progress_of_course on content_progress (school_id, course_id, user_id);
-- Finds one student's progress in a content as the primary key does: whichever the planner takes, it reads one row.
create index content_progress_of_content on content_progress (school_id, content_id, user_id);
-- Completed contents by day, of the school and of some courses.
create index content_progress_completed on content_progress (school_id, completed_at) where completed_at is not null;
create index content_progress_completed_of_course on content_progress (school_id, course_id, completed_at)
  where completed_at is not null;
alter table content_progress enable row level security;
alter table content_progress force row level security;
create policy own_school on content_progress
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on content_progress to lyceum_app;
