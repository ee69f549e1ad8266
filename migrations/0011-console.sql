-- Data for operators: feature flags and parked jobs.

-- Undistributed: a flag is on for everybody, for schools by address, or for a share of all schools.
create table feature_flags (
  name text primary key check (name ~ '^[a-z][a-z0-9_]{1,59}$'),
  description text not null default '',
  is_on_for_all boolean not null default false,
  school_urls text[] not null default '{}',
  share_percent int not null default 0 check (share_percent between 0 and 100),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
grant select, insert, update, delete on feature_flags to lyceum_app;

-- Jobs that failed as often as they may. The queue's tables are closed to the app's role: these functions are its only
-- access, and only from a transaction of the platform itself. Payloads are not returned: they may hold what people
-- wrote. Returns the newest 10,000: a longer list is of no use.
create function parked_jobs(wanted_school uuid, wanted_task text)
returns table (id bigint, task text, school_id uuid, last_error text, attempts int, created_at timestamptz, parked_at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform public.ensure_platform();
  return query
    select jobs.id, tasks.identifier, nullif(jobs.payload ->> 'school_id', '')::uuid, left(jobs.last_error, 4000),
      jobs.attempts::int, jobs.created_at, date_trunc('milliseconds', jobs.updated_at)
    from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where jobs.attempts >= jobs.max_attempts and jobs.locked_at is null
      and (wanted_school is null or jobs.payload ->> 'school_id' = wanted_school::text)
      and (wanted_task is null or tasks.identifier = wanted_task)
    order by jobs.updated_at desc, jobs.id desc limit 10000;
end $$;

-- Returns the jobs that it freed, so that each is audited. Skips a job that a worker took in the meantime.
create function retry_parked_jobs(wanted bigint[]) returns table (id bigint, task text, school_id uuid)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform public.ensure_platform();
  return query
    with freed as (
      update graphile_worker._private_jobs jobs
      set attempts = 0, run_at = now(), last_error = null, updated_at = now()
      where jobs.id = any(wanted) and jobs.attempts >= jobs.max_attempts and jobs.locked_at is null
      returning jobs.id, jobs.task_id, jobs.payload)
    select freed.id, tasks.identifier, nullif(freed.payload ->> 'school_id', '')::uuid
    from freed join graphile_worker._private_tasks tasks on tasks.id = freed.task_id;
end $$;

-- Returns the jobs that it deleted, so that each is audited.
create function delete_parked_jobs(wanted bigint[]) returns table (id bigint, task text, school_id uuid)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform public.ensure_platform();
  return query
    with gone as (
      delete from graphile_worker._private_jobs jobs
      where jobs.id = any(wanted) and jobs.attempts >= jobs.max_attempts and jobs.locked_at is null
      returning jobs.id, jobs.task_id, jobs.payload)
    select gone.id, tasks.identifier, nullif(gone.payload ->> 'school_id', '')::uuid
    from gone join graphile_worker._private_tasks tasks on tasks.id = gone.task_id;
end $$;

revoke all on function parked_jobs, retry_parked_jobs, delete_parked_jobs from public;
grant execute on function parked_jobs, retry_parked_jobs, delete_parked_jobs to lyceum_app;
