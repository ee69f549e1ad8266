-- Question banks of schools and courses, and questions with their immutable versions. Right answers lie in a table of
-- their own, which only grading and marking read.

create table question_banks (
  school_id uuid not null,
  id uuid not null,
  -- Null: a bank of the school, which every teacher may use.
  course_id uuid,
  name text not null,
  description text not null default '',
  question_count int not null default 0 check (question_count >= 0),
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  primary key (school_id, id),
  foreign key (school_id, course_id) references courses (school_id, id)
);
create index question_banks_recent on question_banks (school_id, updated_at desc, id desc) where deleted_at is null;
create index question_banks_of_course on question_banks (school_id, course_id, updated_at desc, id desc);
alter table question_banks enable row level security;
alter table question_banks force row level security;
create policy own_school on question_banks
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on question_banks to lyceum_app;

create table questions (
  school_id uuid not null,
  id uuid not null,
  bank_id uuid not null,
  type text not null,
  -- A short name for lists; by default the beginning of the text.
  name text not null,
  tags text[] not null default '{}',
  difficulty int check (difficulty between 1 and 5),
  -- Number of the current version, and revision of its key.
  version int not null,
  key_revision int not null,
  -- Identifier of the question in the file from which it was imported.
  external_id text,
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  updated_by uuid,
  -- Versions stay for the attempts that used them.
  deleted_at timestamptz(3),
  search tsvector not null default ''::tsvector,
  primary key (school_id, id),
  foreign key (school_id, bank_id) references question_banks (school_id, id)
);
create index questions_of_bank on questions (school_id, bank_id, updated_at desc, id desc) where deleted_at is null;
create index questions_of_bank_by_name on questions (school_id, bank_id, name, id) where deleted_at is null;
create index questions_tags on questions using gin (school_id, bank_id, tags);
create index questions_words on questions using gin (school_id, bank_id, search);
alter table questions enable row level security;
alter table questions force row level security;
create policy own_school on questions
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on questions to lyceum_app;

-- What students see. A changed text is a new version.
create table question_versions (
  school_id uuid not null,
  question_id uuid not null,
  number int not null,
  body jsonb not null,
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  primary key (school_id, question_id, number),
  foreign key (school_id, question_id) references questions (school_id, id)
);
alter table question_versions enable row level security;
alter table question_versions force row level security;
create policy own_school on question_versions
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert on question_versions to lyceum_app;

-- Right answers, partial marks, feedback and hints. A corrected key is a new revision of the same version.
create table question_keys (
  school_id uuid not null,
  question_id uuid not null,
  number int not null,
  revision int not null,
  key jsonb not null,
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  primary key (school_id, question_id, number, revision),
  foreign key (school_id, question_id, number) references question_versions (school_id, question_id, number)
);
alter table question_keys enable row level security;
alter table question_keys force row level security;
create policy own_school on question_keys
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert on question_keys to lyceum_app;

-- Files that a question shows. The foreign key keeps them as long as a version exists.
create table question_files (
  school_id uuid not null,
  question_id uuid not null,
  number int not null,
  upload_id uuid not null,
  primary key (school_id, question_id, number, upload_id),
  foreign key (school_id, question_id, number) references question_versions (school_id, question_id, number),
  foreign key (school_id, upload_id) references uploads (school_id, id)
);
create index question_files_of_upload on question_files (school_id, upload_id);
alter table question_files enable row level security;
alter table question_files force row level security;
create policy own_school on question_files
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, delete on question_files to lyceum_app;
