-- Lists of students as files: parsed, checked line by line, then processed in steps that can be repeated.

-- A list of students that was uploaded as a file.
create table student_imports (
  school_id uuid not null,
  id uuid not null,
  upload_id uuid not null,
  file_name text not null,
  state text not null default 'reading' check (state in ('reading', 'ready', 'running', 'done', 'failed')),
  -- Whether processing starts without confirmation once the file is read.
  starts_immediately boolean not null default false,
  -- Courses, groups and faculties that everybody in the list joins, and whether invitations are mailed.
  options jsonb not null default '{}',
  encoding text,
  -- The headings of the file, each with the field that it was mapped to.
  columns jsonb not null default '[]',
  total int not null default 0,
  new_count int not null default 0,
  existing_count int not null default 0,
  pending_invitation_count int not null default 0,
  example_count int not null default 0,
  invalid_count int not null default 0,
  -- The last line that was processed.
  last_processed_line int not null default 0,
  processed_count int not null default 0,
  -- New students are added at once or invited, as the school chooses.
  added_count int not null default 0,
  invited_count int not null default 0,
  assigned_count int not null default 0,
  unchanged_count int not null default 0,
  attempts int not null default 0,
  failure text,
  failure_line int,
  created_by uuid not null,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  primary key (school_id, id)
);
create unique index student_imports_of_upload on student_imports (school_id, upload_id);
create index student_imports_recent on student_imports (school_id, created_at desc, id desc);
alter table student_imports enable row level security;
alter table student_imports force row level security;
create policy own_school on student_imports
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on student_imports to lyceum_app;

-- A line of an uploaded list.
create table student_import_lines (
  school_id uuid not null,
  student_import_id uuid not null,
  line int not null,
  name text not null,
  email text not null,
  user_code text not null,
  faculty text not null,
  -- Stored for the list of invalid lines: a corrected line with another role must not come back as a student.
  role text not null default '',
  faculty_ids uuid[] not null default '{}',
  status text not null check (status in ('new', 'existing', 'already_invited', 'example', 'invalid')),
  -- Why a line is invalid.
  error_code text,
  -- What processing the line did.
  result text check (result in ('added', 'invited', 'assigned', 'unchanged')),
  primary key (school_id, student_import_id, line),
  foreign key (school_id, student_import_id) references student_imports (school_id, id) on delete cascade
);
create index student_import_lines_by_verdict
  on student_import_lines (school_id, student_import_id, status, line);
create index student_import_lines_by_email on student_import_lines (school_id, email);
alter table student_import_lines enable row level security;
alter table student_import_lines force row level security;
create policy own_school on student_import_lines
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on student_import_lines to lyceum_app;

-- Courses, groups and faculties that a person joins by accepting an invitation.
create table invitation_targets (
  school_id uuid not null,
  invitation_id uuid not null,
  kind text not null check (kind in ('course', 'group', 'faculty')),
  target_id uuid not null,
  -- End of the approval for a course, if staff chose one.
  approval_ends_at timestamptz(3),
  added_by uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (school_id, invitation_id, kind, target_id),
  foreign key (school_id, invitation_id) references invitations (school_id, id) on delete cascade
);
alter table invitation_targets enable row level security;
alter table invitation_targets force row level security;
create policy own_school on invitation_targets
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on invitation_targets to lyceum_app;
