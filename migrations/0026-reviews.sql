-- Ratings and reviews of courses.

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
create policy own_school on course_ratings
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on course_ratings to lyceum_app;
