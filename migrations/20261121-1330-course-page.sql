-- What students say of a course, who wants to hear when one opens, and what students write at its end.

-- Sum and number of the ratings that show, written with each review, so that no page counts them.
alter table courses add column rating_sum int not null default 0 check (rating_sum >= 0);
alter table courses add column rating_count int not null default 0 check (rating_count >= 0);

create table course_ratings (
  school_id uuid not null,
  course_id uuid not null,
  user_id uuid not null,
  rating int not null check (rating between 1 and 5),
  review text not null default '',
  answer text not null default '',
  answered_by uuid,
  answered_at timestamptz(3),
  hidden_by uuid,
  hidden_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (school_id, course_id, user_id),
  foreign key (school_id, course_id) references courses (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id)
);
create index course_ratings_recent on course_ratings (school_id, course_id, created_at desc, user_id desc);
create index course_ratings_shown on course_ratings (school_id, course_id, created_at desc, user_id desc)
  where hidden_at is null;
create index course_ratings_of_user on course_ratings (school_id, user_id);
alter table course_ratings enable row level security;
alter table course_ratings force row level security;
create policy own_school on course_ratings using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on course_ratings to lyceum_app;

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
create policy own_school on course_interests using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on course_interests to lyceum_app;

create table course_end_threads (
  school_id uuid not null,
  course_id uuid not null,
  user_id uuid not null,
  last_at timestamptz(3) not null,
  messages_count int not null default 0,
  -- Whether the last word is the student's.
  is_waiting boolean not null,
  primary key (school_id, course_id, user_id),
  foreign key (school_id, course_id) references courses (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id)
);
create index course_end_threads_recent on course_end_threads (school_id, course_id, last_at desc, user_id desc);
create index course_end_threads_waiting on course_end_threads (school_id, course_id, last_at desc, user_id desc)
  where is_waiting;
create index course_end_threads_of_user on course_end_threads (school_id, user_id);
alter table course_end_threads enable row level security;
alter table course_end_threads force row level security;
create policy own_school on course_end_threads using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on course_end_threads to lyceum_app;

create table course_end_messages (
  school_id uuid not null,
  id uuid not null,
  course_id uuid not null,
  user_id uuid not null,
  author_id uuid not null,
  message text not null,
  created_at timestamptz(3) not null default now(),
  primary key (school_id, id),
  foreign key (school_id, course_id, user_id) references course_end_threads (school_id, course_id, user_id),
  foreign key (school_id, author_id) references users (school_id, id)
);
create index course_end_messages_in_order on course_end_messages (school_id, course_id, user_id, created_at, id);
create index course_end_messages_of_author on course_end_messages (school_id, author_id);
alter table course_end_messages enable row level security;
alter table course_end_messages force row level security;
create policy own_school on course_end_messages using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert on course_end_messages to lyceum_app;

-- The widths in which a picture was drawn anew in modern formats; null until the job has done so.
alter table uploads add column drawn_widths int[];
