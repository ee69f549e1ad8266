-- Webhook endpoints of a school, the events, and each attempt to deliver one.

create table webhook_endpoints (
  school_id uuid not null,
  id uuid not null,
  url text not null,
  description text not null default '',
  event_types text[] not null,
  state text not null default 'active' check (state in ('active', 'paused', 'disabled')),
  disabled_reason text check (disabled_reason in ('gone', 'failing')),
  -- Null while deliveries arrive.
  failing_since timestamptz(3),
  last_delivered_at timestamptz(3),
  created_by uuid not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (school_id, id)
);
create index webhook_endpoints_recent on webhook_endpoints (school_id, created_at desc, id desc);
alter table webhook_endpoints enable row level security;
alter table webhook_endpoints force row level security;
create policy own_school on webhook_endpoints
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on webhook_endpoints to lyceum_app;

-- Encrypted, not hashed: each delivery is signed with them.
create table webhook_secrets (
  school_id uuid not null,
  endpoint_id uuid not null,
  id uuid not null,
  encrypted_secret bytea not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  primary key (school_id, endpoint_id, id),
  foreign key (school_id, endpoint_id) references webhook_endpoints (school_id, id) on delete cascade
);
alter table webhook_secrets enable row level security;
alter table webhook_secrets force row level security;
create policy own_school on webhook_secrets
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on webhook_secrets to lyceum_app;

create table webhook_events (
  school_id uuid not null,
  id uuid not null,
  -- Of two events of one object the later has the greater number, because the writer holds the object's row lock.
  position bigint not null generated always as identity,
  event_type text not null,
  object_key text not null,
  -- The exact text, so that every attempt sends the same bytes.
  body text not null,
  created_at timestamptz(3) not null default now(),
  primary key (school_id, id)
);
create index webhook_events_age on webhook_events (school_id, created_at);
alter table webhook_events enable row level security;
alter table webhook_events force row level security;
create policy own_school on webhook_events
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, delete on webhook_events to lyceum_app;

create table webhook_deliveries (
  school_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  object_key text not null,
  position bigint not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts int not null default 0,
  -- The first attempt since the delivery last began to wait: retries end some time after it.
  first_attempt_at timestamptz(3),
  next_attempt_at timestamptz(3) not null,
  claimed_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  primary key (school_id, id),
  unique (school_id, endpoint_id, event_id),
  foreign key (school_id, endpoint_id) references webhook_endpoints (school_id, id) on delete cascade,
  foreign key (school_id, event_id) references webhook_events (school_id, id)
);
create index webhook_deliveries_of_event on webhook_deliveries (school_id, event_id);
create index webhook_deliveries_recent on webhook_deliveries (school_id, endpoint_id, created_at desc, id desc);
create index webhook_deliveries_in_order on webhook_deliveries (school_id, endpoint_id, object_key, position)
  where state = 'pending';
create index webhook_deliveries_due on webhook_deliveries (school_id, endpoint_id, next_attempt_at) where state = 'pending';
alter table webhook_deliveries enable row level security;
alter table webhook_deliveries force row level security;
create policy own_school on webhook_deliveries
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on webhook_deliveries to lyceum_app;

create table webhook_attempts (
  school_id uuid not null,
  delivery_id uuid not null,
  number int not null,
  started_at timestamptz(3) not null,
  duration_ms int not null,
  status int,
  failure text,
  response_body text not null default '',
  primary key (school_id, delivery_id, number),
  foreign key (school_id, delivery_id) references webhook_deliveries (school_id, id) on delete cascade
);
alter table webhook_attempts enable row level security;
alter table webhook_attempts force row level security;
create policy own_school on webhook_attempts
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, delete on webhook_attempts to lyceum_app;
