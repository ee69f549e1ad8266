-- A student changes a subscription to another plan: now, once its price is paid, or at the end of the period.

-- What the credit of earlier periods paid of this one. The value of a period is its amount and this.
alter table subscription_periods add column credit_used bigint not null default 0 check (credit_used >= 0);

create table subscription_changes (
  school_id uuid not null,
  id uuid not null,
  subscription_id uuid not null,
  -- The new plan, with the name that the student saw and its terms of that moment: PlanTerms in
  -- src/payment-plans/plan-terms.ts.
  plan_id uuid not null,
  title text not null,
  terms jsonb not null,
  takes_effect text not null check (takes_effect in ('now', 'period_end')),
  -- The period in which it was requested. A change `now` is void in a later one.
  from_period_no int not null check (from_period_no >= 0),
  -- What the credit pays of the first period of the new plan, and the credit that is left afterwards.
  credit_used bigint not null default 0 check (credit_used >= 0),
  credit_left bigint not null default 0 check (credit_left >= 0),
  -- What is due now; null if nothing is.
  order_id uuid,
  status text not null check (status in ('open', 'done', 'canceled')),
  created_at timestamptz(3) not null default now(),
  closed_at timestamptz(3),
  primary key (school_id, id),
  check ((status = 'open') = (closed_at is null)),
  foreign key (school_id, subscription_id) references subscriptions (school_id, id),
  foreign key (school_id, plan_id) references payment_plans (school_id, id),
  foreign key (school_id, order_id) references orders (school_id, id)
);
create unique index subscription_changes_open on subscription_changes (school_id, subscription_id) where status = 'open';
create index subscription_changes_of_subscription on subscription_changes (school_id, subscription_id, created_at desc);
create index subscription_changes_of_plan on subscription_changes (school_id, plan_id);
create index subscription_changes_of_order on subscription_changes (school_id, order_id);
create index subscription_changes_unpaid on subscription_changes (school_id, created_at)
  where status = 'open' and order_id is not null;
alter table subscription_changes enable row level security;
alter table subscription_changes force row level security;
create policy own_school on subscription_changes
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on subscription_changes to lyceum_app;
