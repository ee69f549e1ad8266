-- Visits and usage events.

create table visits (
  school_id uuid not null,
  id uuid not null,
  url text not null,
  user_id uuid,
  user_type text,
  course_id uuid,
  request_source text not null default 'web',
  created_at timestamptz(3) not null default now(),
  primary key (school_id, id)
);
create index visits_recent on visits (school_id, created_at desc, id desc);
create index visits_of_user on visits (school_id, user_id) where user_id is not null;
alter table visits enable row level security;
alter table visits force row level security;
create policy own_school on visits
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on visits to lyceum_app;

-- Single events of client analytics, stored for some weeks.
create table usage_events (
  school_id uuid not null,
  -- Made by the browser: an event that is sent twice is stored once.
  id uuid not null,
  name text not null check (length(name) <= 60),
  -- Null unless the person has consented to usage statistics.
  user_id uuid,
  user_type text,
  properties jsonb not null default '{}',
  request_source text not null,
  occurred_at timestamptz(3) not null,
  primary key (school_id, id)
);
create index usage_events_by_time on usage_events (school_id, occurred_at);
create index usage_events_of_person on usage_events (school_id, user_id) where user_id is not null;
alter table usage_events enable row level security;
alter table usage_events force row level security;
create policy own_school on usage_events
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on usage_events to lyceum_app;

-- Daily figures of the usage events, stored for good.
create table usage_daily_counts (
  school_id uuid not null,
  -- In the time zone of the school.
  day date not null,
  -- The name of an event, or SCHOOL_VISIT.
  name text not null,
  user_type text not null,
  events_count int not null,
  -- Different people among those who have consented.
  people_count int not null,
  primary key (school_id, day, name, user_type)
);
alter table usage_daily_counts enable row level security;
alter table usage_daily_counts force row level security;
create policy own_school on usage_daily_counts
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on usage_daily_counts to lyceum_app;
