-- Notifications on the page, and preferences.

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
create policy own_school on notifications
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on notifications to lyceum_app;

-- Which kinds of notifications a person wants, on the page and by mail. A kind without a row has the defaults.
create table notification_preferences (
  school_id uuid not null,
  user_id uuid not null,
  kind text not null,
  in_app boolean not null default true,
  by_email boolean not null default true,
  updated_at timestamptz(3) not null default now(),
  primary key (school_id, user_id, kind),
  foreign key (school_id, user_id) references users (school_id, id)
);
alter table notification_preferences enable row level security;
alter table notification_preferences force row level security;
create policy own_school on notification_preferences
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on notification_preferences to lyceum_app;
