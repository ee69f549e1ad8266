-- Requests to be notified when a course opens.

create table opening_subscriptions (
  school_id uuid not null,
  id uuid not null,
  course_id uuid not null,
  user_id uuid,
  -- In lower case: one mail for each address.
  email text not null,
  language text not null,
  created_at timestamptz(3) not null default now(),
  notified_at timestamptz(3),
  primary key (school_id, id),
  unique (school_id, course_id, email),
  foreign key (school_id, course_id) references courses (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id)
);
create index opening_subscriptions_waiting on opening_subscriptions (school_id, course_id, id) where notified_at is null;
create index opening_subscriptions_of_user on opening_subscriptions (school_id, user_id, course_id) where user_id is not null;
alter table opening_subscriptions enable row level security;
alter table opening_subscriptions force row level security;
create policy own_school on opening_subscriptions
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on opening_subscriptions to lyceum_app;
