-- Coupons of chosen payment plans, and coupons that make the first months of a subscription free.
alter table coupons
  add free_months int check (free_months between 1 and 24),
  drop constraint coupons_check,
  -- A part of the price, an amount in a currency, or free months.
  add constraint coupons_one_value check (num_nonnulls(percent_off, amount_off, free_months) = 1);

-- The payment plans of a coupon that does not apply to everything.
create table coupon_plans (
  school_id uuid not null,
  coupon_id uuid not null,
  plan_id uuid not null,
  primary key (school_id, coupon_id, plan_id),
  foreign key (school_id, coupon_id) references coupons (school_id, id) on delete cascade,
  foreign key (school_id, plan_id) references payment_plans (school_id, id) on delete cascade
);
create index coupon_plans_of_plan on coupon_plans (school_id, plan_id);
alter table coupon_plans enable row level security;
alter table coupon_plans force row level security;
create policy own_school on coupon_plans
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, delete on coupon_plans to lyceum_app;
