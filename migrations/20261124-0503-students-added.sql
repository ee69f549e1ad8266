-- New students of a list are added at once, where the school chooses so; else they are invited.
alter table student_uploads add column added_count int not null default 0;
alter table student_upload_lines drop constraint student_upload_lines_outcome_check;
alter table student_upload_lines add constraint student_upload_lines_outcome_check
  check (outcome in ('added', 'invited', 'placed', 'unchanged'));

-- The columns of lists that are under way, by the specification's words.
alter table student_uploads no force row level security;
update student_uploads
  set columns = replace(replace(columns::text, '"first_name"', '"firstName"'), '"last_name"', '"lastName"')::jsonb;
alter table student_uploads force row level security;
