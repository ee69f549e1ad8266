-- Affiliates earn with payment plans too: with the first payment, and with renewals for as long as the school says.

alter table payment_plans
  -- Rates in percent, as of courses.
  add enable_affiliates boolean not null default false,
  add affiliates_percentage_off numeric(5, 2) not null default 0 check (affiliates_percentage_off between 0 and 100),
  add default_affiliate_commission numeric(5, 2) not null default 0
    check (default_affiliate_commission between 0 and 100);

alter table affiliate_settings
  -- For how many months after the first payment the renewals of a subscription earn: 0 for the first payment alone, null without
  -- an end. Every instalment earns, because instalments are parts of one price.
  add renewal_months int default 0 check (renewal_months between 0 and 120);

alter table order_lines
  -- The affiliate's rate and months when the order was created, for the later payments of a plan.
  add affiliate_basis_points int check (affiliate_basis_points between 0 and 10000),
  add affiliate_renewal_months int check (affiliate_renewal_months >= 0),
  -- Of a later payment of a plan: the line with which the plan was bought.
  add plan_line_id uuid;
create index order_lines_of_plan_line on order_lines (school_id, plan_line_id) where plan_line_id is not null;
