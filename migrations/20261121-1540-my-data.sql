-- What a person may take along, and what becomes of somebody who leaves.

alter table users
  -- When somebody who asked to be erased will be; logging in before takes the wish back.
  add column erase_at timestamptz(3),
  -- When it was done. The row stays, without anything of the person, so that what others made with it still holds.
  add column erased_at timestamptz(3);
create index users_to_erase on users (school_id, erase_at) where erase_at is not null;

create table data_exports (
  school_id uuid not null,
  id uuid not null,
  -- Whose data it is, and who asked: an admin asks for a person who wrote to the school.
  user_id uuid not null,
  asked_by uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'expired')),
  failure text,
  attempts int not null default 0,
  upload_id uuid,
  size bigint,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create unique index data_exports_under_way on data_exports (school_id, user_id)
  where state in ('waiting', 'running');
create index data_exports_recent on data_exports (school_id, user_id, created_at desc, id desc);
create index data_exports_done on data_exports (school_id, finished_at) where state = 'done';
alter table data_exports enable row level security;
alter table data_exports force row level security;
create policy own_school on data_exports using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on data_exports to lyceum_app;

-- A mailed link by which somebody without a password shows that it is he or she.
alter table one_time_tokens drop constraint one_time_tokens_purpose_check;
alter table one_time_tokens add constraint one_time_tokens_purpose_check check (purpose in (
  'reset_password', 'create_password', 'handoff', 'magic_link', 'sign_in', 'second_factor', 'enrol_second_factor',
  'support', 'prove_self'
));

-- Erasing a person takes rows away that were only ever added so far.
grant delete on invitations, mail_outbox, notifications, content_progress, course_end_threads, course_end_messages,
  upload_usage, course_exports, course_imports to lyceum_app;
grant update, delete on visits to lyceum_app;

create index visits_of_user on visits (school_id, user_id) where user_id is not null;

-- The one way in which the app touches the audit log: the address of somebody who is being erased becomes unreadable.
-- Who did what, when and to what stays.
create function forget_in_audit_log(person uuid) returns bigint
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  school uuid := nullif(current_setting('app.school_id', true), '')::uuid;
  address text;
  changed bigint;
begin
  select u.email into address from public.users u
    where u.school_id = school and u.id = person and u.erase_at is not null and u.erased_at is null;
  if address is null then
    raise exception 'nobody is to be erased here';
  end if;
  update public.audit_log a
    set change = replace(a.change::text, to_json(address)::text, '"erased"')::jsonb
    where a.school_id = school and position(to_json(address)::text in a.change::text) > 0;
  get diagnostics changed = row_count;
  return changed;
end $$;
revoke all on function forget_in_audit_log from public;
grant execute on function forget_in_audit_log to lyceum_app;
