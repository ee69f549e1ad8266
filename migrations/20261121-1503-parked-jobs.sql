-- Jobs that failed as often as they may, for the platform's console. The queue's tables are closed to the app's role:
-- these are its only ways to them, and only from a transaction of the platform itself. Payloads stay inside: they may
-- hold what people wrote.

create function ensure_platform() returns void language plpgsql stable as $$
begin
  if nullif(current_setting('app.school_id', true), '') is distinct from '00000000-0000-0000-0000-000000000000' then
    raise exception 'parked jobs are looked at from the platform''s own transactions';
  end if;
end $$;

-- The newest 10,000: who has more of them needs no longer list.
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

-- Answers what it freed, so that each can be written down. One that a worker took meanwhile is left alone.
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
