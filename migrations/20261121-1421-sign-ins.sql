-- Logging in over an OpenID Connect issuer: the school's own one, logins under way, and who is whom there.

create table school_issuers (
  school_id uuid primary key,
  issuer text not null,
  client_id text not null,
  -- Sealed with a key that follows from APP_SECRET.
  client_secret bytea not null,
  display_name text not null,
  updated_at timestamptz(3) not null default now()
);
alter table school_issuers enable row level security;
alter table school_issuers force row level security;
create policy own_school on school_issuers using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on school_issuers to lyceum_app;

create table sign_ins (
  school_id uuid not null,
  state_hash bytea not null,
  issuer_kind text not null check (issuer_kind in ('platform', 'school')),
  login_kind text not null check (login_kind in ('student', 'teacher', 'admin')),
  -- Of what the browser that began keeps: only that browser can finish.
  binding_hash bytea not null,
  redirect text,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  -- Filled in where somebody unknown came back and may register.
  proof_hash bytea,
  issuer text,
  subject text,
  email text,
  name text,
  primary key (school_id, state_hash),
  unique (school_id, proof_hash)
);
create index sign_ins_expiry on sign_ins (school_id, expires_at);
alter table sign_ins enable row level security;
alter table sign_ins force row level security;
create policy own_school on sign_ins using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on sign_ins to lyceum_app;

create table sign_in_links (
  school_id uuid not null,
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (school_id, issuer, subject, user_id),
  unique (school_id, issuer, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
alter table sign_in_links enable row level security;
alter table sign_in_links force row level security;
create policy own_school on sign_in_links using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, delete on sign_in_links to lyceum_app;
