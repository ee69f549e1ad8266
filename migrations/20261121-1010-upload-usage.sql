-- Bytes that uploads take, so that a quota is held by a locked row and costs the same for any number of files.
create table upload_usage (
  school_id uuid not null,
  -- The uploads' owner, or the school's own id for the sum of all.
  holder_id uuid not null,
  bytes bigint not null check (bytes >= 0),
  primary key (school_id, holder_id)
);
alter table upload_usage enable row level security;
alter table upload_usage force row level security;
create policy own_school on upload_usage using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on upload_usage to lyceum_app;
