-- What people do in the product, as client analytics reports it: single events for some weeks, figures per day for good.
alter table schools add column allow_analytics boolean not null default true;

-- The purposes that a person has consented to at this moment, beside the rows of `consents` that tell when.
alter table users add column consented_purposes text[] not null default '{}';
alter table consents drop constraint consents_purpose_check;
alter table consents add constraint consents_purpose_check
  check (purpose in ('school_news', 'course_offers', 'surveys', 'usage_statistics', 'error_reports'));

-- The owner of the tables may be no superuser, and would see no row while the policies are forced.
alter table users no force row level security;
alter table consents no force row level security;
update users u set consented_purposes = given.purposes
from (
  select school_id, user_id, array_agg(purpose order by purpose) as purposes
  from (
    select distinct on (school_id, user_id, purpose) school_id, user_id, purpose, is_given
    from consents order by school_id, user_id, purpose, changed_at desc, id desc
  ) last
  where is_given group by school_id, user_id
) given
where u.school_id = given.school_id and u.id = given.user_id;
alter table users force row level security;
alter table consents force row level security;

create table usage_events (
  school_id uuid not null,
  -- Made by the browser: an event that is sent twice is stored once.
  id uuid not null,
  name text not null check (length(name) <= 60),
  -- Null unless the person has consented to usage statistics.
  user_id uuid,
  user_type text,
  properties jsonb not null default '{}',
  request_source text not null,
  occurred_at timestamptz(3) not null,
  primary key (school_id, id)
);
create index usage_events_by_time on usage_events (school_id, occurred_at);
create index usage_events_of_person on usage_events (school_id, user_id) where user_id is not null;
alter table usage_events enable row level security;
alter table usage_events force row level security;
create policy own_school on usage_events using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on usage_events to lyceum_app;

create table usage_days (
  school_id uuid not null,
  -- In the time zone of the school.
  day date not null,
  -- The name of an event, or SCHOOL_VISIT.
  name text not null,
  user_type text not null,
  events_count int not null,
  -- Different people among those who have consented.
  people_count int not null,
  primary key (school_id, day, name, user_type)
);
alter table usage_days enable row level security;
alter table usage_days force row level security;
create policy own_school on usage_days using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on usage_days to lyceum_app;

grant delete on visits to lyceum_app;
