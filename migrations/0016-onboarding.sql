-- Checklist of a new school.

-- People who dismissed the checklist.
create table onboarding_dismissals (
  school_id uuid not null,
  user_id uuid not null,
  dismissed_at timestamptz(3) not null default now(),
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
alter table onboarding_dismissals enable row level security;
alter table onboarding_dismissals force row level security;
create policy own_school on onboarding_dismissals
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, delete on onboarding_dismissals to lyceum_app;
