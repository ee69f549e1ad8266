-- Uploaded files and the bytes that they take.

create table uploads (
  school_id uuid not null,
  id uuid not null,
  owner_id uuid not null,
  purpose text not null,
  status text not null default 'pending' check (status in ('pending', 'ready', 'rejected')),
  object_key text not null,
  file_name text not null,
  content_type text not null,
  size bigint not null check (size >= 0),
  width int,
  height int,
  -- The widths in which an image was encoded in modern formats; null until the job has done so.
  variant_widths int[],
  is_public boolean not null default false,
  -- Space for an announced file is reserved until no byte of it has arrived for some minutes; then only arrived bytes
  -- count. Null for files that jobs write.
  reserved_until timestamptz(3),
  -- Bytes of the quotas that a pending upload holds, where these are fewer than its size.
  reserved_bytes bigint check (reserved_bytes >= 0 and reserved_bytes < size),
  created_at timestamptz(3) not null default now(),
  ready_at timestamptz(3),
  primary key (school_id, id),
  unique (school_id, object_key)
);
create index uploads_of_owner on uploads (school_id, owner_id, created_at desc);
create index uploads_pending on uploads (school_id, created_at) where status = 'pending';
alter table uploads enable row level security;
alter table uploads force row level security;
create policy own_school on uploads
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on uploads to lyceum_app;

-- Bytes that uploads take. A quota is checked on one locked row, so the cost is the same for any number of files.
create table upload_usage (
  school_id uuid not null,
  -- The uploads' owner, or the school's own id for the sum of all.
  quota_owner_id uuid not null,
  bytes bigint not null check (bytes >= 0),
  primary key (school_id, quota_owner_id)
);
alter table upload_usage enable row level security;
alter table upload_usage force row level security;
create policy own_school on upload_usage
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on upload_usage to lyceum_app;
