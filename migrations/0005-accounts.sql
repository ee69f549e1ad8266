-- Owners' accounts, the people of a school, their sessions, tokens, invitations and logins over OpenID Connect.

-- Undistributed: owners live outside of schools and may own several. An account belongs to one root domain: the
-- platform's (empty) or a reseller's. The platform and each reseller know nothing of one another's accounts.
create table accounts (
  id uuid primary key,
  root_domain text not null default '',
  email text not null,
  -- When the owner opened a mailed link in a session of the account. Does not verify a support account.
  email_confirmed_at timestamptz(3),
  -- When a password was set with a token mailed to the address. Without it, anybody may have opened the account.
  email_verified_at timestamptz(3),
  name text not null,
  first_name text,
  last_name text,
  -- Null from the verification of the address until a password is set by mail.
  password_hash text,
  -- Second factor by one-time codes (RFC 6238). The secret is encrypted; totp_step is the last step that was used, so
  -- that no code works twice; recovery codes are hashes.
  totp_secret bytea,
  totp_confirmed_at timestamptz(3),
  totp_step bigint not null default 0,
  recovery_codes bytea[] not null default '{}',
  country text,
  -- When the account will be erased at its owner's request; logging in before withdraws the request.
  erase_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint accounts_email_key unique (root_domain, email)
);
create index accounts_to_erase on accounts (erase_at) where erase_at is not null;
grant select, insert, update, delete on accounts to lyceum_app;

-- Undistributed: which account owns which school.
create table account_schools (
  account_id uuid not null references accounts on delete cascade,
  school_id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (account_id, school_id)
);
create index account_schools_school on account_schools (school_id);
-- The list of an account's schools, page by page.
create index account_schools_recent on account_schools (account_id, created_at desc, school_id desc);
grant select, insert, delete on account_schools to lyceum_app;

-- Undistributed: sessions of owners' accounts.
create table account_sessions (
  token_hash bytea primary key,
  id uuid not null unique,
  account_id uuid not null references accounts on delete cascade,
  user_agent text not null default '',
  -- Roughly where the session began, as its owner sees it: never a whole address.
  address text not null default '',
  -- When the session passed a second factor.
  second_factor_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index account_sessions_account on account_sessions (account_id, created_at desc);
create index account_sessions_expiry on account_sessions (expires_at);
grant select, insert, update, delete on account_sessions to lyceum_app;

-- Undistributed: figures that an owner reads of many schools at once. Each row is counted in a transaction of its
-- school and read without one.
create table school_stats (
  school_id uuid primary key,
  students_approved int not null,
  students_pending int not null,
  courses_published int not null,
  last_activity_at timestamptz(3),
  counted_at timestamptz(3) not null
);
grant select, insert, update, delete on school_stats to lyceum_app;

-- Undistributed: at which schools an e-mail address may have an account, for people who forgot their school's address.
-- Only a hash is stored, and a row only says where to look: the school's own users decide.
create table school_email_index (
  email_hash bytea not null,
  school_id uuid not null,
  primary key (email_hash, school_id)
);
create index school_email_index_school on school_email_index (school_id);
grant select, insert, delete on school_email_index to lyceum_app;

create table users (
  school_id uuid not null,
  id uuid not null,
  role text not null check (role in ('student', 'teacher', 'admin', 'account_user')),
  status text not null default 'active' check (status in ('active', 'awaiting_acceptance', 'suspended', 'removed')),
  account_id uuid,
  email text not null,
  -- When the person verified the address by mail or through an issuer.
  email_verified_at timestamptz(3),
  user_code text,
  name text not null,
  first_name text,
  last_name text,
  country text,
  phone text,
  bio text not null default '',
  avatar_upload_id uuid,
  language text,
  time_zone text,
  colour_scheme text not null default 'auto' check (colour_scheme in ('light', 'dark', 'auto')),
  password_hash text,
  -- Second factor by one-time codes (RFC 6238), as in accounts.
  totp_secret bytea,
  totp_confirmed_at timestamptz(3),
  totp_step bigint not null default 0,
  recovery_codes bytea[] not null default '{}',
  custom_auth_input jsonb not null default '{}',
  -- The question of each answer as it was asked, whatever becomes of the form.
  registration_question_labels jsonb not null default '{}',
  -- The last version that the person accepted. Read with the person.
  accepted_terms_version int not null default 0,
  accepted_privacy_version int not null default 0,
  -- The purposes that the person consents to now. `consents` has the history.
  consented_purposes text[] not null default '{}',
  last_seen_at timestamptz(3),
  -- When a person who requested erasure will be erased; logging in before withdraws the request.
  erase_at timestamptz(3),
  -- When it was done. The row stays, without anything of the person, so that references to it remain valid.
  erased_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (school_id, id)
);
create unique index users_login on users
  (school_id, (case role when 'account_user' then 'admin' else role end), email) where status <> 'removed';
create unique index users_code on users (school_id, user_code) where user_code is not null;
create index users_by_role on users (school_id, role, created_at desc, id desc);
create index users_by_name on users (school_id, role, name, id);
-- The space before the name makes each word begin with one, for searches by the beginnings of words.
create index users_search on users using gin (school_id, fold_text(' ' || name || ' ' || email) gin_trgm_ops);
create index users_to_erase on users (school_id, erase_at) where erase_at is not null;
-- Finds who owns a school when it changes hands.
create index users_of_account on users (school_id, account_id) where account_id is not null;
alter table users enable row level security;
alter table users force row level security;
create policy own_school on users
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on users to lyceum_app;

create table sessions (
  school_id uuid not null,
  token_hash bytea not null,
  id uuid not null,
  user_id uuid not null,
  user_agent text not null default '',
  -- Roughly where the session began, as its owner sees it: never a whole address.
  address text not null default '',
  -- When the session passed a second factor.
  second_factor_at timestamptz(3),
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
create policy own_school on sessions
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on sessions to lyceum_app;

-- Tokens for mailed links, handoffs between hosts and the second factor of a login.
create table one_time_tokens (
  school_id uuid not null,
  token_hash bytea not null,
  purpose text not null check (purpose in (
    'reset_password', 'create_password', 'handoff', 'magic_link', 'sign_in', 'second_factor', 'enrol_second_factor',
    'support', 'reauthenticate'
  )),
  user_id uuid not null,
  -- When the session that issued the token passed a second factor.
  second_factor_at timestamptz(3),
  -- Whether the first step of this login challenge was a mailed link.
  is_sent_by_email boolean not null default false,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  primary key (school_id, token_hash)
);
create index one_time_tokens_of_user on one_time_tokens (school_id, user_id, purpose);
create index one_time_tokens_expiry on one_time_tokens (school_id, expires_at);
alter table one_time_tokens enable row level security;
alter table one_time_tokens force row level security;
create policy own_school on one_time_tokens
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on one_time_tokens to lyceum_app;

create table invitations (
  school_id uuid not null,
  id uuid not null,
  token_hash bytea not null,
  email text not null,
  user_code text,
  name text not null default '',
  role text not null check (role in ('student', 'teacher', 'admin')),
  invited_by uuid not null,
  -- Mails of many invitations are sent a few at a time, or not at all.
  mail_state text not null default 'sent' check (mail_state in ('none', 'due', 'sent')),
  -- Whether invitation_targets has rows for it.
  has_targets boolean not null default false,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  revoked_at timestamptz(3),
  primary key (school_id, id),
  unique (school_id, token_hash)
);
create index invitations_recent on invitations (school_id, created_at desc, id desc);
create index invitations_by_email on invitations (school_id, email);
create index invitations_due on invitations (school_id, created_at, id) where mail_state = 'due';
create index invitations_by_code on invitations (school_id, user_code) where user_code is not null;
alter table invitations enable row level security;
alter table invitations force row level security;
create policy own_school on invitations
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on invitations to lyceum_app;

-- Registration without a password: what a person typed waits here until the mailed link is opened.
create table registration_links (
  school_id uuid not null,
  -- Hash of a value in the job, which makes the token from it: nothing that is stored or queued opens the link.
  request_hash bytea not null,
  -- Null until the link is mailed.
  token_hash bytea,
  email text not null,
  name text not null,
  first_name text,
  last_name text,
  custom_auth_input jsonb not null,
  registration_question_labels jsonb not null,
  -- The accepted texts, by kind and version.
  accepted_documents jsonb not null,
  language text not null,
  redirect text,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (school_id, request_hash),
  unique (school_id, token_hash)
);
create index registration_links_email on registration_links (school_id, email);
create index registration_links_expiry on registration_links (school_id, expires_at);
alter table registration_links enable row level security;
alter table registration_links force row level security;
create policy own_school on registration_links
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on registration_links to lyceum_app;

-- The school's own OpenID Connect issuer.
create table school_oidc_issuers (
  school_id uuid primary key,
  issuer text not null,
  client_id text not null,
  -- Encrypted with a key derived from APP_SECRET.
  client_secret bytea not null,
  display_name text not null,
  updated_at timestamptz(3) not null default now()
);
alter table school_oidc_issuers enable row level security;
alter table school_oidc_issuers force row level security;
create policy own_school on school_oidc_issuers
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on school_oidc_issuers to lyceum_app;

-- OpenID Connect logins that are under way.
create table oidc_logins (
  school_id uuid not null,
  state_hash bytea not null,
  issuer_kind text not null check (issuer_kind in ('platform', 'school')),
  login_role text not null check (login_role in ('student', 'teacher', 'admin')),
  -- Hash of a secret that the browser stores: only the browser that began the login can finish it.
  binding_hash bytea not null,
  redirect text,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  -- Set where an unknown person came back and may register.
  registration_token_hash bytea,
  issuer text,
  subject text,
  email text,
  name text,
  primary key (school_id, state_hash),
  unique (school_id, registration_token_hash)
);
create index oidc_logins_expiry on oidc_logins (school_id, expires_at);
alter table oidc_logins enable row level security;
alter table oidc_logins force row level security;
create policy own_school on oidc_logins
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on oidc_logins to lyceum_app;

-- Links an issuer's subject to a user.
create table oidc_identities (
  school_id uuid not null,
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (school_id, issuer, subject, user_id),
  unique (school_id, issuer, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
-- Deleting a person deletes their links, whatever the issuer.
create index oidc_identities_of_user on oidc_identities (school_id, user_id);
alter table oidc_identities enable row level security;
alter table oidc_identities force row level security;
create policy own_school on oidc_identities
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, delete on oidc_identities to lyceum_app;

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
  -- Null until the one-time code was used at the school's host.
  token_hash bytea,
  created_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  write_access_until timestamptz(3),
  write_access_reason text,
  ended_at timestamptz(3),
  end_cause text check (end_cause in ('ended_by_support', 'ended_by_owner', 'expired', 'access_lost')),
  primary key (school_id, id),
  unique (school_id, token_hash)
);
create index support_visits_recent on support_visits (school_id, created_at desc, id desc);
alter table support_visits enable row level security;
alter table support_visits force row level security;
create policy own_school on support_visits
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
-- Who came and why is never rewritten.
grant select, insert, update (token_hash, write_access_until, write_access_reason, ended_at, end_cause) on support_visits to lyceum_app;

-- The only change to the audit log by the application: replaces the address of an erased person. Who did what,
-- when and to what stays.
create function anonymize_person_in_audit_log(person uuid) returns bigint
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

-- The same for an account, in the platform's own log.
create function anonymize_account_in_audit_log(account uuid) returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  address text;
  changed bigint;
begin
  perform public.ensure_platform();
  select a.email into address from public.accounts a where a.id = account and a.erase_at <= now();
  if address is null then
    raise exception 'nobody is to be erased here';
  end if;
  update public.audit_log l
    set change = replace(l.change::text, to_json(address)::text, '"erased"')::jsonb
    where l.school_id = '00000000-0000-0000-0000-000000000000'
      and position(to_json(address)::text in l.change::text) > 0;
  get diagnostics changed = row_count;
  return changed;
end $$;

revoke all on function anonymize_person_in_audit_log, anonymize_account_in_audit_log from public;
grant execute on function anonymize_person_in_audit_log, anonymize_account_in_audit_log to lyceum_app;
