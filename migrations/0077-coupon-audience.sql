-- Who may use a coupon: everybody, people who have not bought anything yet, or the students of chosen courses.
alter table coupons add audience text not null default 'everybody'
  check (audience in ('everybody', 'first_purchase', 'students'));

-- The courses whose students may use a coupon.
create table coupon_student_courses (
  school_id uuid not null,
  coupon_id uuid not null,
  course_id uuid not null,
  primary key (school_id, coupon_id, course_id),
  foreign key (school_id, coupon_id) references coupons (school_id, id) on delete cascade,
  foreign key (school_id, course_id) references courses (school_id, id) on delete cascade
);
create index coupon_student_courses_of_course on coupon_student_courses (school_id, course_id);
alter table coupon_student_courses enable row level security;
alter table coupon_student_courses force row level security;
create policy own_school on coupon_student_courses
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, delete on coupon_student_courses to lyceum_app;
