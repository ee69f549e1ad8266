-- Mail to be sent and mail that was sent.

create table mail_outbox (
  school_id uuid not null,
  id uuid not null,
  user_id uuid,
  kind text not null,
  sender_name text not null,
  -- Null where MAIL_FROM is the sender.
  sender_address text,
  recipient text not null,
  subject text not null,
  html text not null,
  text text not null,
  -- `deferred` waits for the next day's allowance of mail to unverified addresses.
  status text not null default 'queued'
    check (status in ('queued', 'deferred', 'sent', 'captured', 'failed')),
  attempts int not null default 0,
  last_error text,
  -- While a worker hands the mail over, no other worker sends it.
  claimed_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  primary key (school_id, id)
);
create index mail_outbox_recent on mail_outbox (school_id, created_at desc, id desc);
create index mail_outbox_deferred on mail_outbox (school_id, created_at, id) where status = 'deferred';
create index mail_outbox_of_user on mail_outbox (school_id, user_id, created_at desc);
alter table mail_outbox enable row level security;
alter table mail_outbox force row level security;
create policy own_school on mail_outbox
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on mail_outbox to lyceum_app;

-- Mail to people who are not members yet, counted by school and UTC day. `visitor` counts what visitors request
-- themselves, such as a registration link, so that they cannot use up what the school may send.
create table external_mail_counts (
  school_id uuid not null,
  -- UTC days since 1970.
  day int not null,
  cause text not null check (cause in ('school', 'visitor')),
  sent int not null default 0 check (sent >= 0),
  primary key (school_id, day, cause)
);
alter table external_mail_counts enable row level security;
alter table external_mail_counts force row level security;
create policy own_school on external_mail_counts
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on external_mail_counts to lyceum_app;
