-- Ratings and reviews of courses.

create table student_reviews (
  school_id uuid not null,
  course_id uuid not null,
  user_id uuid not null,
  rating int not null check (rating between 1 and 5),
  review text not null default '',
  reply text not null default '',
  replied_by uuid,
  replied_at timestamptz(3),
  hidden_by uuid,
  hidden_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (school_id, course_id, user_id),
  foreign key (school_id, course_id) references courses (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id)
);
create index student_reviews_recent on student_reviews (school_id, course_id, created_at desc, user_id desc);
create index student_reviews_shown on student_reviews (school_id, course_id, created_at desc, user_id desc)
  where hidden_at is null;
-- Reviews that the home page may show.
create index student_reviews_highlighted on student_reviews (school_id, created_at desc)
  where hidden_at is null and rating >= 4 and length(review) >= 40;
create index student_reviews_of_user on student_reviews (school_id, user_id);
alter table student_reviews enable row level security;
alter table student_reviews force row level security;
create policy own_school on student_reviews
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on student_reviews to lyceum_app;
