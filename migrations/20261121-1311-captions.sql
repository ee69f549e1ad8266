-- Captions of films and recordings, one for each language. `cues` is the file as the server understood it: what the
-- transcript shows and searches. The file is let go of by the same verb that deletes the content, hence no cascade.

create table content_captions (
  school_id uuid not null,
  id uuid not null,
  content_id uuid not null,
  upload_id uuid not null,
  language text not null,
  label text not null,
  cues jsonb not null,
  cues_count int not null,
  created_by uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (school_id, id),
  unique (school_id, content_id, language),
  foreign key (school_id, upload_id) references uploads (school_id, id)
);
create index content_captions_of_upload on content_captions (school_id, upload_id);
alter table content_captions enable row level security;
alter table content_captions force row level security;
create policy own_school on content_captions using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on content_captions to lyceum_app;
