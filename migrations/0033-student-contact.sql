-- Notes of staff about students, and messages that staff sent to them.

create table staff_notes (
  school_id uuid not null,
  id uuid not null,
  student_id uuid not null,
  author_id uuid not null,
  note text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (school_id, id),
  foreign key (school_id, student_id) references users (school_id, id),
  foreign key (school_id, author_id) references users (school_id, id)
);
create index staff_notes_recent on staff_notes (school_id, student_id, created_at desc, id desc);
create index staff_notes_of_author on staff_notes (school_id, author_id);
alter table staff_notes enable row level security;
alter table staff_notes force row level security;
create policy own_school on staff_notes
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on staff_notes to lyceum_app;

-- The mail itself is in `mail_outbox` until it is old.
create table student_messages (
  school_id uuid not null,
  id uuid not null,
  student_id uuid not null,
  sender_id uuid not null,
  subject text not null,
  message text not null,
  created_at timestamptz(3) not null default now(),
  primary key (school_id, id),
  foreign key (school_id, student_id) references users (school_id, id),
  foreign key (school_id, sender_id) references users (school_id, id)
);
create index student_messages_recent on student_messages (school_id, student_id, created_at desc, id desc);
create index student_messages_of_sender on student_messages (school_id, sender_id);
alter table student_messages enable row level security;
alter table student_messages force row level security;
create policy own_school on student_messages
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, delete on student_messages to lyceum_app;
