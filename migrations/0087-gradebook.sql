-- Gradebook of a course: categories with weights, items that give points, and the grades of students.

create table gradebooks (
  school_id uuid not null,
  course_id uuid not null,
  -- Grows with every change of the setup; an editor recognises by it what it has read.
  version int not null default 1,
  -- Students see their grades.
  is_released boolean not null default false,
  -- Steps of the scale: label and lowest percentage; empty: percentages only.
  scale jsonb not null default '[]',
  updated_at timestamptz(3) not null default now(),
  primary key (school_id, course_id),
  foreign key (school_id, course_id) references courses (school_id, id) on delete cascade
);
alter table gradebooks enable row level security;
alter table gradebooks force row level security;
create policy own_school on gradebooks
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on gradebooks to lyceum_app;

create table grade_categories (
  school_id uuid not null,
  course_id uuid not null,
  id uuid not null,
  position int not null,
  name text not null,
  weight double precision not null check (weight between 0 and 1000),
  method text not null check (method in ('points', 'mean')),
  drop_lowest int not null check (drop_lowest between 0 and 100),
  primary key (school_id, course_id, id),
  foreign key (school_id, course_id) references gradebooks (school_id, course_id) on delete cascade
);
alter table grade_categories enable row level security;
alter table grade_categories force row level security;
create policy own_school on grade_categories
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on grade_categories to lyceum_app;

create table grade_items (
  school_id uuid not null,
  course_id uuid not null,
  id uuid not null,
  position int not null,
  name text not null,
  category_id uuid not null,
  max_points double precision not null check (max_points > 0 and max_points <= 100000),
  weight double precision not null check (weight between 0 and 1000),
  is_extra_credit boolean not null,
  primary key (school_id, course_id, id),
  foreign key (school_id, course_id, category_id) references grade_categories (school_id, course_id, id)
    on delete cascade
);
create index grade_items_of_category on grade_items (school_id, course_id, category_id);
alter table grade_items enable row level security;
alter table grade_items force row level security;
create policy own_school on grade_items
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on grade_items to lyceum_app;

create table grades (
  school_id uuid not null,
  course_id uuid not null,
  user_id uuid not null,
  item_id uuid not null,
  -- Null: not graded.
  points double precision check (points between 0 and 1000000),
  -- The item does not count for this student.
  is_excused boolean not null,
  updated_at timestamptz(3) not null default now(),
  primary key (school_id, course_id, user_id, item_id),
  foreign key (school_id, course_id, item_id) references grade_items (school_id, course_id, id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index grades_of_item on grades (school_id, course_id, item_id);
create index grades_of_user on grades (school_id, user_id);
alter table grades enable row level security;
alter table grades force row level security;
create policy own_school on grades
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on grades to lyceum_app;

-- Every change of a grade, with its reason.
create table grade_history (
  school_id uuid not null,
  id uuid not null,
  course_id uuid not null,
  user_id uuid not null,
  item_id uuid not null,
  points double precision,
  is_excused boolean not null,
  reason text not null,
  changed_by uuid,
  changed_at timestamptz(3) not null default now(),
  primary key (school_id, id),
  foreign key (school_id, course_id, item_id) references grade_items (school_id, course_id, id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create index grade_history_recent on grade_history (school_id, course_id, user_id, changed_at desc, id desc);
create index grade_history_of_item on grade_history (school_id, course_id, item_id);
create index grade_history_of_user on grade_history (school_id, user_id);
alter table grade_history enable row level security;
alter table grade_history force row level security;
create policy own_school on grade_history
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, delete on grade_history to lyceum_app;
