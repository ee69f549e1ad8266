-- Visits of the platform's support accounts in a school: who, why, until when, and how they ended.

create table support_visits (
  school_id uuid not null,
  id uuid not null,
  account_id uuid not null,
  -- The visit ends with the session of the account that began it.
  account_session_id uuid not null,
  email text not null,
  name text not null,
  reason text not null check (char_length(reason) between 10 and 500),
  -- Null until the one-time code was taken at the school's host.
  token_hash bytea,
  created_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  raised_until timestamptz(3),
  raise_reason text,
  ended_at timestamptz(3),
  end_cause text check (end_cause in ('left', 'owner', 'time', 'access_lost')),
  primary key (school_id, id),
  unique (school_id, token_hash)
);
create index support_visits_recent on support_visits (school_id, created_at desc, id desc);
alter table support_visits enable row level security;
alter table support_visits force row level security;
create policy own_school on support_visits using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
-- Who came and why is never rewritten.
grant select, insert, update (token_hash, raised_until, raise_reason, ended_at, end_cause) on support_visits to lyceum_app;

alter table one_time_tokens drop constraint one_time_tokens_purpose_check;
alter table one_time_tokens add constraint one_time_tokens_purpose_check check (purpose in (
  'reset_password', 'create_password', 'handoff', 'magic_link', 'sign_in', 'second_factor', 'enrol_second_factor',
  'support'
));

-- What support did, or programs, is found without reading the whole log.
create index audit_log_by_role on audit_log (school_id, actor_role, created_at desc, id desc);
