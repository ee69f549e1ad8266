-- Facts that a school shows on its home page: the year in which it was founded, and how many students it has.
alter table schools
  add column founded_year int constraint schools_founded_year check (founded_year between 1000 and 9999),
  add column shows_student_count boolean not null default false;
