-- Notes that people write while they learn.

-- Course and content have no foreign key, and are stored by name too: a note outlives both.
create table notes (
  school_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  course_id uuid not null,
  content_id uuid not null,
  course_name text not null,
  content_title text not null,
  note text not null default '',
  at_seconds real check (at_seconds >= 0),
  quote text,
  quote_prefix text not null default '',
  quote_suffix text not null default '',
  quote_start int check (quote_start >= 0),
  search tsvector not null default ''::tsvector,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id),
  check ((quote is null) = (quote_start is null)),
  check (quote is null or at_seconds is null)
);
create index notes_of_content on notes (school_id, user_id, content_id, created_at desc, id desc);
create index notes_of_course on notes (school_id, user_id, course_id, created_at desc, id desc);
create index notes_recent on notes (school_id, user_id, created_at desc, id desc);
create index notes_words on notes using gin (school_id, user_id, search);
alter table notes enable row level security;
alter table notes force row level security;
create policy own_school on notes
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on notes to lyceum_app;
