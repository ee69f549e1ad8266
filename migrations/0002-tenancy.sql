-- Schools, the hosts that lead to them, the audit log and the limits on requests.
-- Every tenant table has row-level security: a transaction sees the rows of the school in the setting app.school_id
-- only. Rows of the platform itself carry the nil UUID as their school. Tables without a policy are «undistributed»: a
-- request reads them before its school is known, or for many schools at once.

-- The school of the current transaction, or null outside of one.
create function current_school() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.school_id', true), '')::uuid $$;

-- Fails unless the transaction belongs to the platform itself.
create function ensure_platform() returns void language plpgsql stable as $$
begin
  if nullif(current_setting('app.school_id', true), '') is distinct from '00000000-0000-0000-0000-000000000000' then
    raise exception 'parked jobs are looked at from the platform''s own transactions';
  end if;
end $$;

create table schools (
  school_id uuid primary key,
  school_url text not null,
  name text not null,
  tagline text not null default '',
  about text not null default '',
  contact_email text not null default '',
  logo_upload_id uuid,
  cover_upload_id uuid,
  theme jsonb not null,
  theme_css text not null,
  font_pair text not null default 'clear' constraint schools_font_pair
    check (font_pair in ('clear', 'modern', 'friendly', 'classic', 'literary')),
  home_layout text not null default 'cover' constraint schools_home_layout
    check (home_layout in ('cover', 'centred', 'catalogue')),
  -- Questions and answers on the home page, in order.
  home_questions jsonb not null default '[]',
  -- How students pay, shown on the page of a course with a price.
  payment_instructions text not null default '',
  -- Whether students see how many weeks in a row they learned.
  shows_streak boolean not null default false,
  -- Texts that replace those of the interface, by language and name.
  wording jsonb not null default '{}',
  currency_code text not null,
  country text not null,
  time_zone text not null,
  language text not null default 'en',
  school_no text not null,
  plan_name text not null default 'free' constraint schools_plan
    check (plan_name in ('free', 'whitelabel_subscription', 'subscription', 'enterprise', 'commission')),
  -- Limits of the plan that the school subscribed to: students, and bytes of storage. Null for a plan without limits of its own.
  plan_students int check (plan_students > 0),
  plan_storage bigint check (plan_storage > 0),
  -- Set while a payment of the plan is overdue: when its limits end.
  plan_grace_ends_at timestamptz(3),
  allow_manual_student_approval boolean not null default true,
  whitelabel_referrer_root_domain text,
  allow_student_registration boolean not null default true,
  allow_teacher_registration boolean not null default true,
  notify_students_on_approval_to_course boolean not null default true,
  notify_students_on_unapproval_to_course boolean not null default true,
  notify_students_on_deletion_from_course boolean not null default true,
  registration_fields jsonb not null default '[]',
  require_second_factor boolean not null default false,
  -- The current version of each text, and the version that everybody must have accepted; 0 for none. Read with the
  -- school.
  terms_version int not null default 0,
  terms_required int not null default 0,
  privacy_version int not null default 0,
  privacy_required int not null default 0,
  allow_magic_link_registration boolean not null default false,
  allow_analytics boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
alter table schools enable row level security;
alter table schools force row level security;
create policy own_school on schools
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on schools to lyceum_app;

-- Undistributed: a request's host leads to its school.
create table school_hosts (
  host text primary key,
  school_id uuid not null,
  is_primary boolean not null default true,
  -- A custom domain that its school released leads to the school for some time longer.
  released_at timestamptz,
  created_at timestamptz(3) not null default now()
);
create index school_hosts_school on school_hosts (school_id);
create index school_hosts_released on school_hosts (released_at) where released_at is not null;
grant select, insert, update, delete on school_hosts to lyceum_app;

-- The app may add to the audit log and read it; it holds no grant to change or delete a row.
create table audit_log (
  school_id uuid not null,
  id uuid not null,
  actor_id uuid,
  actor_role text not null,
  -- The API client through which it was done, alone or for a person.
  client_id uuid,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  change jsonb not null default '{}',
  request_id text not null,
  created_at timestamptz(3) not null default now(),
  primary key (school_id, id)
);
create index audit_log_recent on audit_log (school_id, created_at desc, id desc);
create index audit_log_subject on audit_log (school_id, subject_type, subject_id, created_at desc);
-- The platform's log has what its staff did to a school under the nil UUID.
create index audit_log_about_school on audit_log (school_id, (change ->> 'school_id'), created_at desc, id desc)
  where change ? 'school_id';
create index audit_log_by_actor on audit_log (school_id, actor_id, created_at desc, id desc);
create index audit_log_by_action on audit_log (school_id, action, created_at desc, id desc);
-- Finds what support or API clients did without reading the whole log.
create index audit_log_by_role on audit_log (school_id, actor_role, created_at desc, id desc);
alter table audit_log enable row level security;
alter table audit_log force row level security;
create policy own_school on audit_log
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert on audit_log to lyceum_app;

-- Undistributed: requests counted by bucket and time window.
create table rate_limit_counters (
  bucket text not null,
  window_start timestamptz(3) not null,
  count int not null,
  primary key (bucket, window_start)
);
create index rate_limit_counters_age on rate_limit_counters (window_start);
grant select, insert, update, delete on rate_limit_counters to lyceum_app;

-- The position of a school for a flag, in 0–9999. src/tenancy/feature-flags/feature-flags.ts computes the same; a test
-- compares them.
create function flag_bucket(flag text, school_id uuid) returns int language sql immutable parallel safe
  as $$ select (('x' || left(md5(flag || '/' || school_id::text), 8))::bit(32)::bigint % 10000)::int $$;

-- The application's role accesses the job queue through this function only. The transaction's school overwrites
-- any in the payload and prefixes queue and key, so that jobs of two schools never share one.
create function enqueue_job(
  task text, payload json, queue text, run_at timestamptz, max_attempts int, job_key text, priority int
) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  school text := nullif(current_setting('app.school_id', true), '');
begin
  if school is null then
    raise exception 'a job belongs to the school of its transaction, and none is set';
  end if;
  perform graphile_worker.add_job(
    task,
    (coalesce(payload::jsonb, '{}') || jsonb_build_object('school_id', school))::json,
    school || '/' || coalesce(queue, '0'),
    run_at, max_attempts, school || '/' || job_key, priority);
end $$;

revoke all on function enqueue_job from public;
grant execute on function enqueue_job to lyceum_app;
