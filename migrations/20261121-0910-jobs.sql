-- The app's role may not touch the queue's own tables; this is its one way in. The school of the transaction
-- is stamped over anything in the payload, and names the queue and the key, so that schools never meet there.
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

-- Undistributed: which worker processes live. Jobs held by one that has gone silent are given to others.
create table worker_heartbeats (
  worker_id text primary key,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
