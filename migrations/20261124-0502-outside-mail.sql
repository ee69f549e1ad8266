-- Mail to people who are not members yet, counted by school and UTC day. `visitor` counts what visitors ask for themselves,
-- such as a link that registers, so that they cannot use up what the school may send.
create table outside_mail_counts (
  school_id uuid not null,
  -- UTC days since 1970.
  day int not null,
  cause text not null check (cause in ('school', 'visitor')),
  sent int not null default 0 check (sent >= 0),
  primary key (school_id, day, cause)
);
alter table outside_mail_counts enable row level security;
alter table outside_mail_counts force row level security;
create policy own_school on outside_mail_counts
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on outside_mail_counts to lyceum_app;

-- When the owner opened a link that was mailed to the account's address, in his or her own session. Not the same as
-- email_proved_at, which says that the password was set by such a link and gives the rights of support accounts.
alter table accounts add column email_confirmed_at timestamptz(3);
-- Owners who were there before go on inviting.
update accounts set email_confirmed_at = created_at;
