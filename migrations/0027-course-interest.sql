-- People who want to hear when a course opens.

create table course_interests (
  school_id uuid not null,
  id uuid not null,
  course_id uuid not null,
  user_id uuid,
  -- In lower case: one mail for each address.
  email text not null,
  language text not null,
  created_at timestamptz(3) not null default now(),
  told_at timestamptz(3),
  primary key (school_id, id),
  unique (school_id, course_id, email),
  foreign key (school_id, course_id) references courses (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id)
);
create index course_interests_waiting on course_interests (school_id, course_id, id) where told_at is null;
create index course_interests_of_user on course_interests (school_id, user_id, course_id) where user_id is not null;
alter table course_interests enable row level security;
alter table course_interests force row level security;
create policy own_school on course_interests
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on course_interests to lyceum_app;
