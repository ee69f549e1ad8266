-- Affiliates, their commissions and payouts. Amounts are integers in the currency's minor unit.

create table affiliate_settings (
  school_id uuid not null,
  -- How long a click on a link counts, in days.
  link_days int not null default 30 check (link_days between 1 and 365),
  -- How long a commission waits after the payment before it can be paid out, in days.
  hold_days int not null default 30 check (hold_days between 0 and 180),
  updated_at timestamptz(3) not null default now(),
  primary key (school_id)
);
alter table affiliate_settings enable row level security;
alter table affiliate_settings force row level security;
create policy own_school on affiliate_settings
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on affiliate_settings to lyceum_app;

-- People who earn a share of the sales that their links bring.
create table affiliates (
  school_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  -- The last part of the link; accepted in any case.
  code text not null check (code ~ '^[a-z0-9]{4,20}$'),
  -- A suspended affiliate earns nothing more; commissions so far are paid out.
  is_suspended boolean not null default false,
  -- Hundredths of a percent of what the buyer pays; null for the rate of each course.
  commission_basis_points int check (commission_basis_points between 0 and 10000),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (school_id, id),
  unique (school_id, user_id),
  unique (school_id, code),
  foreign key (school_id, user_id) references users (school_id, id)
);
create index affiliates_recent on affiliates (school_id, created_at desc, id desc);
alter table affiliates enable row level security;
alter table affiliates force row level security;
create policy own_school on affiliates
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on affiliates to lyceum_app;

-- Clicks on the links of an affiliate per day, in UTC. Nothing about the visitors is stored.
create table affiliate_clicks (
  school_id uuid not null,
  affiliate_id uuid not null,
  day date not null,
  clicks int not null check (clicks > 0),
  primary key (school_id, affiliate_id, day),
  foreign key (school_id, affiliate_id) references affiliates (school_id, id)
);
alter table affiliate_clicks enable row level security;
alter table affiliate_clicks force row level security;
create policy own_school on affiliate_clicks
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on affiliate_clicks to lyceum_app;

create table affiliate_payouts (
  school_id uuid not null,
  id uuid not null,
  affiliate_id uuid not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount bigint not null check (amount > 0),
  -- The number of the transfer, for both sides.
  reference text not null check (length(reference) between 1 and 100),
  paid_by uuid not null,
  paid_at timestamptz(3) not null default now(),
  primary key (school_id, id),
  foreign key (school_id, affiliate_id) references affiliates (school_id, id)
);
create index affiliate_payouts_recent on affiliate_payouts (school_id, affiliate_id, paid_at desc, id desc);
alter table affiliate_payouts enable row level security;
alter table affiliate_payouts force row level security;
create policy own_school on affiliate_payouts
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert on affiliate_payouts to lyceum_app;

-- What an affiliate earns with an order line, and what refunds take back: rows are added and never reduced.
create table affiliate_commissions (
  school_id uuid not null,
  id uuid not null,
  affiliate_id uuid not null,
  order_id uuid not null,
  line_id uuid not null,
  -- A clawback is negative; a restoration undoes one, because its refund failed later.
  kind text not null check (kind in ('commission', 'clawback', 'restoration')),
  -- The order line, the refund or the dispute, so that a repetition adds nothing.
  source text not null,
  title text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount bigint not null check ((kind = 'clawback') = (amount < 0) and amount <> 0),
  -- The end of the hold: from then on it can be paid out.
  payable_at timestamptz(3) not null,
  -- While the buyer disputes the payment.
  frozen_at timestamptz(3),
  payout_id uuid,
  created_at timestamptz(3) not null default now(),
  primary key (school_id, id),
  unique (school_id, line_id, kind, source),
  foreign key (school_id, affiliate_id) references affiliates (school_id, id),
  foreign key (school_id, order_id) references orders (school_id, id),
  foreign key (school_id, line_id) references order_lines (school_id, id),
  foreign key (school_id, payout_id) references affiliate_payouts (school_id, id)
);
create index affiliate_commissions_recent on affiliate_commissions (school_id, affiliate_id, created_at desc, id desc);
create index affiliate_commissions_of_source on affiliate_commissions (school_id, source);
create index affiliate_commissions_of_order on affiliate_commissions (school_id, order_id);
create index affiliate_commissions_unpaid on affiliate_commissions (school_id, affiliate_id) where payout_id is null;
create index affiliate_commissions_of_payout on affiliate_commissions (school_id, payout_id);
alter table affiliate_commissions enable row level security;
alter table affiliate_commissions force row level security;
create policy own_school on affiliate_commissions
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on affiliate_commissions to lyceum_app;

-- Bank accounts for payouts. The number is encrypted; people read its last four digits.
create table bank_details (
  school_id uuid not null,
  user_id uuid not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  bank_code text not null,
  bank_name text not null,
  account_name text not null,
  account_suffix text not null check (length(account_suffix) <= 4),
  encrypted_account bytea not null,
  updated_at timestamptz(3) not null default now(),
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id)
);
alter table bank_details enable row level security;
alter table bank_details force row level security;
create policy own_school on bank_details
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on bank_details to lyceum_app;
