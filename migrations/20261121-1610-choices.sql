-- What a person has chosen for good: whether the assistant is there, whether a language model hears of it, and of what
-- kinds of news he or she hears. No row: as usual.

create table assistant_choices (
  school_id uuid not null,
  user_id uuid not null,
  is_on boolean not null default true,
  uses_endpoint boolean not null default true,
  updated_at timestamptz(3) not null default now(),
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id)
);
alter table assistant_choices enable row level security;
alter table assistant_choices force row level security;
create policy own_school on assistant_choices using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on assistant_choices to lyceum_app;

create table notification_choices (
  school_id uuid not null,
  user_id uuid not null,
  kind text not null,
  on_page boolean not null default true,
  by_mail boolean not null default true,
  updated_at timestamptz(3) not null default now(),
  primary key (school_id, user_id, kind),
  foreign key (school_id, user_id) references users (school_id, id)
);
alter table notification_choices enable row level security;
alter table notification_choices force row level security;
create policy own_school on notification_choices using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on notification_choices to lyceum_app;

-- How the endpoint has worded and ranked a recommendation last, for as long as the facts that it was made from hold.
create table assistant_recommendations (
  school_id uuid not null,
  user_id uuid not null,
  course_id uuid not null,
  facts_hash text not null,
  topics jsonb not null,
  made_at timestamptz(3) not null,
  primary key (school_id, user_id, course_id),
  foreign key (school_id, user_id) references users (school_id, id),
  foreign key (school_id, course_id) references courses (school_id, id)
);
create index assistant_recommendations_by_course on assistant_recommendations (school_id, course_id);
alter table assistant_recommendations enable row level security;
alter table assistant_recommendations force row level security;
create policy own_school on assistant_recommendations using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on assistant_recommendations to lyceum_app;
