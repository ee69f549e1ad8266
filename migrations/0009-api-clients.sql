-- API clients of a school: a public name, hashed secrets and scopes.

create table api_clients (
  school_id uuid not null,
  id uuid not null,
  username text not null,
  name text not null,
  role text not null check (role in ('teacher', 'admin')),
  scopes text[] not null,
  requests_per_minute int not null default 600 check (requests_per_minute > 0),
  expires_at timestamptz(3),
  created_by uuid not null,
  created_at timestamptz(3) not null default now(),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  last_used_address text,
  primary key (school_id, id),
  unique (school_id, username)
);
create index api_clients_recent on api_clients (school_id, created_at desc, id desc);
alter table api_clients enable row level security;
alter table api_clients force row level security;
create policy own_school on api_clients
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on api_clients to lyceum_app;

create table api_client_secrets (
  school_id uuid not null,
  client_id uuid not null,
  id uuid not null,
  -- Of 256 random bits: they cannot be guessed, so a fast hash is enough.
  secret_hash bytea not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  primary key (school_id, client_id, id),
  foreign key (school_id, client_id) references api_clients (school_id, id)
);
alter table api_client_secrets enable row level security;
alter table api_client_secrets force row level security;
create policy own_school on api_client_secrets
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on api_client_secrets to lyceum_app;
