-- What an owner of many schools asks of all of them at once. Undistributed, as the directory is: each school's row is
-- counted in a transaction of that school, and read without one.
create table school_figures (
  school_id uuid primary key,
  students_approved int not null,
  students_pending int not null,
  courses_published int not null,
  last_activity_at timestamptz(3),
  counted_at timestamptz(3) not null
);
grant select, insert, update, delete on school_figures to lyceum_app;

-- The list of an account's schools is read by this, page by page.
create index account_schools_recent on account_schools (account_id, created_at desc, school_id desc);
