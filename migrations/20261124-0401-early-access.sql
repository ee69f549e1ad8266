-- Students of a course wait until course_start_date, unless its staff let them start before.
alter table courses add column allow_early_access boolean not null default false;
