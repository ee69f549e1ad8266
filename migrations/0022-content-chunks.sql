-- Full-text search inside courses.

-- Published contents cut into chunks, indexed by words without accents. A job writes them; `stamp` identifies the state
-- of the content that a chunk was made from.
create table content_chunks (
  school_id uuid not null,
  content_id uuid not null,
  -- 0 is the version that everybody reads; others are for new students.
  version int not null default 0 check (version >= 0),
  position int not null,
  course_id uuid not null,
  text text not null,
  -- Second of a video or recording.
  start_second int check (start_second >= 0),
  search tsvector not null,
  source_version text not null,
  primary key (school_id, content_id, version, position),
  foreign key (school_id, content_id) references contents (school_id, id) on delete cascade
);
create index content_chunks_of_course on content_chunks (school_id, course_id, content_id);
create index content_chunks_words on content_chunks using gin (school_id, course_id, search);
alter table content_chunks enable row level security;
alter table content_chunks force row level security;
create policy own_school on content_chunks
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on content_chunks to lyceum_app;
