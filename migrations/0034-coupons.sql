-- Coupons, and their use by orders. Amounts are integers in the currency's minor unit.

create table coupons (
  school_id uuid not null,
  id uuid not null,
  -- In capitals; accepted in any case.
  code text not null check (code ~ '^[A-Z0-9][A-Z0-9_-]{2,39}$'),
  -- Either a part of the price, or an amount in a currency.
  percent_off int check (percent_off between 1 and 100),
  amount_off bigint check (amount_off > 0),
  currency text check (currency ~ '^[A-Z]{3}$'),
  applies_to_all_courses boolean not null,
  -- First and last day in the school's time zone, as YYYY-MM-DD.
  starts_on date,
  ends_on date,
  is_paused boolean not null default false,
  -- Null without a limit. Orders that are not paid yet hold a use; a late payment may exceed the limit.
  max_uses int check (max_uses > 0),
  held_count int not null default 0 check (held_count >= 0),
  used_count int not null default 0 check (used_count >= 0),
  once_per_person boolean not null default true,
  created_by uuid not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (school_id, id),
  unique (school_id, code),
  check ((percent_off is null) = (amount_off is not null)),
  check ((amount_off is null) = (currency is null)),
  check (starts_on <= ends_on)
);
create index coupons_recent on coupons (school_id, created_at desc, id desc);
alter table coupons enable row level security;
alter table coupons force row level security;
create policy own_school on coupons
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on coupons to lyceum_app;

-- The courses of a coupon that does not apply to all.
create table coupon_courses (
  school_id uuid not null,
  coupon_id uuid not null,
  course_id uuid not null,
  primary key (school_id, coupon_id, course_id),
  foreign key (school_id, coupon_id) references coupons (school_id, id) on delete cascade,
  foreign key (school_id, course_id) references courses (school_id, id) on delete cascade
);
create index coupon_courses_of_course on coupon_courses (school_id, course_id);
alter table coupon_courses enable row level security;
alter table coupon_courses force row level security;
create policy own_school on coupon_courses
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, delete on coupon_courses to lyceum_app;

-- The use of a coupon by an order: held until the order is paid, released if its payment page expires.
create table coupon_redemptions (
  school_id uuid not null,
  order_id uuid not null,
  coupon_id uuid not null,
  -- Null for a payment plan.
  course_id uuid,
  user_id uuid not null,
  -- Numbers the uses of one person: with once_per_person it is 1, and the index below refuses a second use.
  slot int not null check (slot > 0),
  discount bigint not null check (discount >= 0),
  state text not null check (state in ('held', 'used', 'released')),
  -- Paid after its use was released.
  is_late boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (school_id, order_id),
  foreign key (school_id, order_id) references orders (school_id, id),
  foreign key (school_id, coupon_id) references coupons (school_id, id),
  foreign key (school_id, course_id) references courses (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id)
);
create unique index coupon_redemptions_per_person on coupon_redemptions (school_id, coupon_id, user_id, slot)
  where state <> 'released';
create index coupon_redemptions_of_coupon on coupon_redemptions (school_id, coupon_id, user_id);
create index coupon_redemptions_of_course on coupon_redemptions (school_id, course_id);
create index coupon_redemptions_of_user on coupon_redemptions (school_id, user_id);
alter table coupon_redemptions enable row level security;
alter table coupon_redemptions force row level security;
create policy own_school on coupon_redemptions
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on coupon_redemptions to lyceum_app;
