-- What every school stands on: hosts, accounts, sessions, limits, outbox, uploads, audit.
-- Rows of the platform itself carry the nil UUID as their school.

create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists btree_gin;

grant usage on schema public to lyceum_app;

-- The school of the current transaction, or null outside of one.
create function current_school() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.school_id', true), '')::uuid $$;

-- Lower case without accents: what a search compares. Immutable so that indexes can use it.
create function folded(value text) returns text language sql immutable parallel safe strict
  as $$ select lower(public.unaccent('public.unaccent'::regdictionary, value)) $$;

-- Undistributed: which school a host is, and what strangers may find.

create table school_hosts (
  host text primary key,
  school_id uuid not null,
  is_primary boolean not null default true,
  created_at timestamptz(3) not null default now()
);
create index school_hosts_school on school_hosts (school_id);
grant select, insert, update, delete on school_hosts to lyceum_app;

create table school_directory (
  school_id uuid primary key,
  school_url text not null unique,
  name text not null,
  tagline text not null default '',
  country text not null,
  logo_url text,
  is_listed boolean not null default true,
  created_at timestamptz(3) not null default now()
);
create index school_directory_name on school_directory using gin (folded(name) gin_trgm_ops);
create index school_directory_recent on school_directory (created_at desc, school_id desc) where is_listed;
grant select, insert, update, delete on school_directory to lyceum_app;

-- School owners live outside of schools and may own several.

create table accounts (
  id uuid primary key,
  email text not null unique,
  name text not null,
  password_hash text not null,
  country text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
grant select, insert, update on accounts to lyceum_app;

create table account_schools (
  account_id uuid not null references accounts on delete cascade,
  school_id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (account_id, school_id)
);
create index account_schools_school on account_schools (school_id);
grant select, insert, delete on account_schools to lyceum_app;

create table account_sessions (
  token_hash bytea primary key,
  id uuid not null unique,
  account_id uuid not null references accounts on delete cascade,
  user_agent text not null default '',
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index account_sessions_account on account_sessions (account_id, created_at desc);
create index account_sessions_expiry on account_sessions (expires_at);
grant select, insert, update, delete on account_sessions to lyceum_app;

create table idempotency_claims (
  claim bytea primary key,
  body_hash bytea not null,
  claimed_until timestamptz(3) not null,
  status int,
  answer text,
  created_at timestamptz(3) not null default now()
);
create index idempotency_claims_age on idempotency_claims (created_at);
grant select, insert, update, delete on idempotency_claims to lyceum_app;

create table rate_counters (
  bucket text not null,
  window_start timestamptz(3) not null,
  used int not null,
  primary key (bucket, window_start)
);
create index rate_counters_age on rate_counters (window_start);
grant select, insert, update, delete on rate_counters to lyceum_app;

-- Tenant tables from here on.

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
  currency_code text not null,
  country text not null,
  time_zone text not null,
  language text not null default 'en',
  school_no text not null,
  plan_name text not null default 'free',
  allow_manual_student_approval boolean not null default true,
  whitelabel_referrer_root_domain text,
  allow_student_registration boolean not null default true,
  allow_teacher_registration boolean not null default true,
  notify_students_on_approval_to_course boolean not null default true,
  notify_students_on_unapproval_to_course boolean not null default true,
  notify_students_on_deletion_from_course boolean not null default true,
  registration_fields jsonb not null default '[]',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
alter table schools enable row level security;
alter table schools force row level security;
create policy own_school on schools using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on schools to lyceum_app;

create table users (
  school_id uuid not null,
  id uuid not null,
  role text not null check (role in ('student', 'teacher', 'admin', 'account_user')),
  status text not null default 'active' check (status in ('active', 'awaiting_acceptance', 'suspended', 'removed')),
  account_id uuid,
  email text not null,
  user_code text,
  name text not null,
  first_name text,
  last_name text,
  country text,
  phone text,
  bio text not null default '',
  picture_upload_id uuid,
  language text,
  time_zone text,
  colour_scheme text not null default 'auto' check (colour_scheme in ('light', 'dark', 'auto')),
  password_hash text,
  custom_auth_input jsonb not null default '{}',
  faculties jsonb not null default '[]',
  last_seen_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (school_id, id)
);
create unique index users_login on users
  (school_id, (case role when 'account_user' then 'admin' else role end), email) where status <> 'removed';
create unique index users_code on users (school_id, user_code) where user_code is not null;
create index users_by_role on users (school_id, role, created_at desc, id desc);
create index users_by_name on users (school_id, role, name, id);
create index users_search on users using gin (school_id, folded(name || ' ' || email) gin_trgm_ops);
alter table users enable row level security;
alter table users force row level security;
create policy own_school on users using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on users to lyceum_app;

create table sessions (
  school_id uuid not null,
  token_hash bytea not null,
  id uuid not null,
  user_id uuid not null,
  user_agent text not null default '',
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  primary key (school_id, token_hash),
  unique (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index sessions_of_user on sessions (school_id, user_id, created_at desc);
create index sessions_expiry on sessions (school_id, expires_at);
alter table sessions enable row level security;
alter table sessions force row level security;
create policy own_school on sessions using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on sessions to lyceum_app;

create table one_time_tokens (
  school_id uuid not null,
  token_hash bytea not null,
  purpose text not null check (purpose in ('reset_password', 'create_password', 'handoff')),
  user_id uuid not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  primary key (school_id, token_hash)
);
create index one_time_tokens_of_user on one_time_tokens (school_id, user_id, purpose);
create index one_time_tokens_expiry on one_time_tokens (school_id, expires_at);
alter table one_time_tokens enable row level security;
alter table one_time_tokens force row level security;
create policy own_school on one_time_tokens using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on one_time_tokens to lyceum_app;

create table invitations (
  school_id uuid not null,
  id uuid not null,
  token_hash bytea not null,
  email text not null,
  name text not null default '',
  role text not null check (role in ('student', 'teacher', 'admin')),
  invited_by uuid not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  revoked_at timestamptz(3),
  primary key (school_id, id),
  unique (school_id, token_hash)
);
create index invitations_recent on invitations (school_id, created_at desc, id desc);
create index invitations_by_email on invitations (school_id, email);
alter table invitations enable row level security;
alter table invitations force row level security;
create policy own_school on invitations using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on invitations to lyceum_app;

create table uploads (
  school_id uuid not null,
  id uuid not null,
  owner_id uuid not null,
  purpose text not null,
  status text not null default 'pending' check (status in ('pending', 'ready', 'rejected')),
  object_key text not null,
  file_name text not null,
  content_type text not null,
  size bigint not null check (size >= 0),
  width int,
  height int,
  is_public boolean not null default false,
  created_at timestamptz(3) not null default now(),
  ready_at timestamptz(3),
  primary key (school_id, id),
  unique (school_id, object_key)
);
create index uploads_of_owner on uploads (school_id, owner_id, created_at desc);
create index uploads_pending on uploads (school_id, created_at) where status = 'pending';
alter table uploads enable row level security;
alter table uploads force row level security;
create policy own_school on uploads using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on uploads to lyceum_app;

create table mail_outbox (
  school_id uuid not null,
  id uuid not null,
  user_id uuid,
  kind text not null,
  sender_name text not null,
  recipient text not null,
  subject text not null,
  html text not null,
  text text not null,
  status text not null default 'queued' check (status in ('queued', 'sent', 'captured', 'failed')),
  attempts int not null default 0,
  last_error text,
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  primary key (school_id, id)
);
create index mail_outbox_recent on mail_outbox (school_id, created_at desc, id desc);
create index mail_outbox_of_user on mail_outbox (school_id, user_id, created_at desc);
alter table mail_outbox enable row level security;
alter table mail_outbox force row level security;
create policy own_school on mail_outbox using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on mail_outbox to lyceum_app;

-- The app may add to the audit log and read it; nothing it holds lets it change or delete a row.
create table audit_log (
  school_id uuid not null,
  id uuid not null,
  actor_id uuid,
  actor_role text not null,
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
alter table audit_log enable row level security;
alter table audit_log force row level security;
create policy own_school on audit_log using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert on audit_log to lyceum_app;

create table notifications (
  school_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  kind text not null,
  data jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  read_at timestamptz(3),
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index notifications_recent on notifications (school_id, user_id, created_at desc, id desc);
create index notifications_unread on notifications (school_id, user_id) where read_at is null;
alter table notifications enable row level security;
alter table notifications force row level security;
create policy own_school on notifications using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on notifications to lyceum_app;

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
alter table visits enable row level security;
alter table visits force row level security;
create policy own_school on visits using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert on visits to lyceum_app;
