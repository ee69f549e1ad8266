-- Exports of a person's data.

create table data_exports (
  school_id uuid not null,
  id uuid not null,
  -- The person of the data, and who requested it: an admin may, for a person who wrote to the school.
  user_id uuid not null,
  asked_by uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'expired')),
  failure text,
  attempts int not null default 0,
  upload_id uuid,
  size bigint,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
create unique index data_exports_under_way on data_exports (school_id, user_id)
  where state in ('waiting', 'running');
create index data_exports_recent on data_exports (school_id, user_id, created_at desc, id desc);
create index data_exports_done on data_exports (school_id, finished_at) where state = 'done';
alter table data_exports enable row level security;
alter table data_exports force row level security;
create policy own_school on data_exports
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on data_exports to lyceum_app;
