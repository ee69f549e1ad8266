-- Instalments and subscriptions, which our own biller charges.

create table subscriptions (
  school_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  plan_id uuid not null,
  -- The order line that sold the plan. The entitlements of this line are the access of the subscription.
  line_id uuid not null,
  -- The name that the buyer saw.
  title text not null,
  kind text not null check (kind in ('instalments', 'subscription')),
  status text not null check (status in ('trialing', 'active', 'past_due', 'paused', 'unpaid', 'completed', 'canceled')),
  cancel_at_period_end boolean not null default false,
  currency text not null,
  -- What the plan promised when it was bought: PlanTerms in src/payments/plan-terms.ts.
  terms jsonb not null,
  -- Periods are counted from this moment: period `anchor_no` begins here.
  anchor_at timestamptz(3) not null,
  anchor_no int not null default 1 check (anchor_no > 0),
  -- The current period; 0 is a free trial.
  period_no int not null check (period_no >= 0),
  period_start timestamptz(3) not null,
  period_end timestamptz(3) not null check (period_end > period_start),
  -- Money of an earlier period that later charges use first.
  credit bigint not null default 0 check (credit >= 0),
  -- The card to charge; null for the default. A card that was deleted counts as null.
  card_id uuid,
  -- The order that pays all remaining instalments at once.
  payoff_order_id uuid,
  -- When the biller has something to do; null for never.
  next_action_at timestamptz(3),
  -- Month (YYYY-MM) for which the expiry of the card was checked.
  card_checked_for text,
  paused_at timestamptz(3),
  ended_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (school_id, id),
  unique (school_id, line_id),
  foreign key (school_id, user_id) references users (school_id, id),
  foreign key (school_id, line_id) references order_lines (school_id, id),
  foreign key (school_id, payoff_order_id) references orders (school_id, id)
);
create index subscriptions_due on subscriptions (school_id, next_action_at) where next_action_at is not null;
create index subscriptions_recent on subscriptions (school_id, created_at desc, id desc);
create index subscriptions_by_status on subscriptions (school_id, status, created_at desc, id desc);
create index subscriptions_of_user on subscriptions (school_id, user_id, created_at desc, id desc);
create index subscriptions_of_plan on subscriptions (school_id, plan_id, status);
create index subscriptions_of_payoff on subscriptions (school_id, payoff_order_id);
alter table subscriptions enable row level security;
alter table subscriptions force row level security;
create policy own_school on subscriptions
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on subscriptions to lyceum_app;

create table subscription_periods (
  school_id uuid not null,
  subscription_id uuid not null,
  period_no int not null check (period_no > 0),
  -- What is charged, after credit.
  amount bigint not null check (amount >= 0),
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null check (ends_at > starts_at),
  due_at timestamptz(3) not null,
  -- Null for a period that costs nothing.
  order_id uuid,
  -- `void`: the subscription ended before it was paid.
  status text not null check (status in ('open', 'paid', 'refunded', 'void')),
  -- Charges of the card so far, and when to charge next; null for not by itself.
  tries int not null default 0 check (tries >= 0),
  next_try_at timestamptz(3),
  last_decline text,
  paid_at timestamptz(3),
  primary key (school_id, subscription_id, period_no),
  foreign key (school_id, subscription_id) references subscriptions (school_id, id),
  foreign key (school_id, order_id) references orders (school_id, id)
);
create index subscription_periods_of_order on subscription_periods (school_id, order_id);
alter table subscription_periods enable row level security;
alter table subscription_periods force row level security;
create policy own_school on subscription_periods
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on subscription_periods to lyceum_app;
