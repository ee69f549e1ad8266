-- What can be found in a course: published contents cut into passages, by words without accents. Written by a job; `stamp`
-- says of which state of its content a passage is.
create table content_passages (
  school_id uuid not null,
  content_id uuid not null,
  position int not null,
  course_id uuid not null,
  text text not null,
  -- Where a film or recording says it.
  start_second int check (start_second >= 0),
  search tsvector not null,
  stamp text not null,
  primary key (school_id, content_id, position),
  foreign key (school_id, content_id) references contents (school_id, id) on delete cascade
);
create index content_passages_of_course on content_passages (school_id, course_id, content_id);
create index content_passages_words on content_passages using gin (school_id, course_id, search);
alter table content_passages enable row level security;
alter table content_passages force row level security;
create policy own_school on content_passages using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on content_passages to lyceum_app;
