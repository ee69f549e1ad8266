-- What a school sells besides single courses: bundles, instalments and subscriptions. Amounts are integers in the
-- currency's minor unit. Orders keep the terms of their moment (order_lines.plan_terms), so that a changed plan
-- concerns new buyers only. A plan that an order refers to is archived, never deleted.

create table payment_plans (
  school_id uuid not null,
  id uuid not null,
  name text not null,
  description text not null default '',
  kind text not null check (kind in ('one_time', 'instalments', 'subscription')),
  -- Of everything; of each period for a subscription.
  price bigint not null check (price > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  instalment_count int check (instalment_count between 2 and 36),
  interval text check (interval in ('week', 'month', 'quarter', 'year')),
  trial_days int not null default 0 check (trial_days between 0 and 365),
  status text not null check (status in ('draft', 'published', 'archived')),
  position int not null check (position >= 0),
  created_by uuid not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (school_id, id),
  check ((kind = 'instalments') = (instalment_count is not null)),
  check ((kind = 'one_time') = (interval is null)),
  check (trial_days = 0 or kind = 'subscription')
);
create index payment_plans_in_order on payment_plans (school_id, position, id);
alter table payment_plans enable row level security;
alter table payment_plans force row level security;
create policy own_school on payment_plans
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on payment_plans to lyceum_app;

-- The courses that a plan opens.
create table payment_plan_courses (
  school_id uuid not null,
  plan_id uuid not null,
  course_id uuid not null,
  position int not null check (position >= 0),
  primary key (school_id, plan_id, course_id),
  foreign key (school_id, plan_id) references payment_plans (school_id, id) on delete cascade,
  foreign key (school_id, course_id) references courses (school_id, id) on delete cascade
);
create index payment_plan_courses_of_course on payment_plan_courses (school_id, course_id);
alter table payment_plan_courses enable row level security;
alter table payment_plan_courses force row level security;
create policy own_school on payment_plan_courses
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, delete on payment_plan_courses to lyceum_app;
