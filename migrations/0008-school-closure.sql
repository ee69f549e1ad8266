-- Schools that are closing and schools that were erased.

-- Undistributed: the platform continues a closure when nothing is left of the school. The row of an erased school
-- reserves its address.
create table school_closings (
  school_id uuid primary key,
  school_url text not null,
  address_skeleton text not null,
  root_domain text not null default '',
  -- Empty once the school is erased.
  name text not null,
  reason text not null default '',
  -- The account that closed the school.
  started_by uuid not null,
  started_at timestamptz(3) not null,
  erase_at timestamptz(3) not null,
  week_notice_sent_at timestamptz(3),
  day_notice_sent_at timestamptz(3),
  -- When the erasure began. It cannot be cancelled afterwards.
  erasing_at timestamptz(3),
  -- People to notify at the end, when the ownerships are deleted. Emptied afterwards.
  former_owners jsonb not null default '[]',
  erased_at timestamptz(3),
  address_reserved_until timestamptz(3),
  archive_state text not null default 'none' check (archive_state in ('none', 'waiting', 'running', 'done', 'failed')),
  archive_attempts int not null default 0,
  archive_upload_id uuid,
  archive_size bigint,
  archive_requested_at timestamptz(3)
);
create index school_closings_due on school_closings (erase_at, school_id) where erased_at is null;
create index school_closings_address on school_closings (school_url);
create index school_closings_look on school_closings (address_skeleton);
grant select, insert, update, delete on school_closings to lyceum_app;

-- The application erases schools through this function only: some rows of one table at a time, of the
-- transaction's school, after the grace period and once the erasure has begun.
create function erase_school_rows(wanted text, most int) returns int
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  school uuid := nullif(current_setting('app.school_id', true), '')::uuid;
  place regclass;
  keys text;
  changed int;
begin
  perform from public.school_closings c
    where c.school_id = school and c.erasing_at is not null and c.erase_at <= now();
  if not found then
    raise exception 'this school is not to be erased';
  end if;
  select c.oid::regclass, (
      select string_agg(quote_ident(a.attname), ', ' order by array_position(i.indkey::int2[], a.attnum))
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indrelid = c.oid and i.indisprimary)
    into place, keys from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relrowsecurity and c.relname = wanted
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'school_id');
  if place is null then
    raise exception '% is no table of schools', wanted;
  end if;
  execute format('delete from %1$s where school_id = $1 and (%2$s) in
    (select %2$s from %1$s where school_id = $1 limit $2 for update skip locked)', place, keys) using school, most;
  get diagnostics changed = row_count;
  return changed;
end $$;

-- Deletes waiting and parked jobs of a school that was erased: their payloads may hold what people wrote.
create function delete_school_jobs() returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  school uuid := nullif(current_setting('app.school_id', true), '')::uuid;
  changed bigint;
begin
  perform from public.school_closings c where c.school_id = school and c.erasing_at is not null and c.erase_at <= now();
  if not found then
    raise exception 'this school is not to be erased';
  end if;
  delete from graphile_worker._private_jobs where payload ->> 'school_id' = school::text and locked_at is null;
  get diagnostics changed = row_count;
  return changed;
end $$;

revoke all on function erase_school_rows, delete_school_jobs from public;
grant execute on function erase_school_rows, delete_school_jobs to lyceum_app;
