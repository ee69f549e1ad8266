-- Messages of students at the end of a course, and the replies.

create table end_of_course_threads (
  school_id uuid not null,
  course_id uuid not null,
  user_id uuid not null,
  last_message_at timestamptz(3) not null,
  messages_count int not null default 0,
  -- Whether the last message is the student's.
  awaits_reply boolean not null,
  primary key (school_id, course_id, user_id),
  foreign key (school_id, course_id) references courses (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id)
);
create index end_of_course_threads_recent on end_of_course_threads (school_id, course_id, last_message_at desc, user_id desc);
create index end_of_course_threads_waiting on end_of_course_threads (school_id, course_id, last_message_at desc, user_id desc)
  where awaits_reply;
create index end_of_course_threads_of_user on end_of_course_threads (school_id, user_id);
alter table end_of_course_threads enable row level security;
alter table end_of_course_threads force row level security;
create policy own_school on end_of_course_threads
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on end_of_course_threads to lyceum_app;

create table end_of_course_messages (
  school_id uuid not null,
  id uuid not null,
  course_id uuid not null,
  user_id uuid not null,
  author_id uuid not null,
  message text not null,
  created_at timestamptz(3) not null default now(),
  primary key (school_id, id),
  foreign key (school_id, course_id, user_id) references end_of_course_threads (school_id, course_id, user_id),
  foreign key (school_id, author_id) references users (school_id, id)
);
create index end_of_course_messages_in_order on end_of_course_messages (school_id, course_id, user_id, created_at, id);
create index end_of_course_messages_of_author on end_of_course_messages (school_id, author_id);
alter table end_of_course_messages enable row level security;
alter table end_of_course_messages force row level security;
create policy own_school on end_of_course_messages
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, delete on end_of_course_messages to lyceum_app;
