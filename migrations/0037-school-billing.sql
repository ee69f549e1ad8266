-- What schools pay the platform for their own plan, through Stripe Billing.

-- Undistributed, one row for each school that began to subscribe: a webhook names Stripe's customer and not the school, and
-- the console lists all schools. Everything except the customer and the counters is a copy of what Stripe's API answered.
create table school_billing (
  school_id uuid primary key,
  customer_id text unique,
  subscription_id text,
  -- `none`: the school has not subscribed. The others are Stripe's.
  status text not null default 'none' check (status in ('none', 'incomplete', 'incomplete_expired', 'trialing', 'active',
    'past_due', 'unpaid', 'paused', 'canceled')),
  plan text check (plan in ('basic', 'pro')),
  billing_interval text check (billing_interval in ('month', 'year')),
  price_id text,
  quantity int check (quantity > 0),
  -- Price of one seat for one interval.
  unit_amount bigint check (unit_amount >= 0),
  currency text check (currency ~ '^[A-Z]{3}$'),
  period_start timestamptz(3),
  period_end timestamptz(3),
  cancel_at_period_end boolean not null default false,
  -- A change that waits for its payment.
  pending_quantity int,
  pending_price_id text,
  pending_expires_at timestamptz(3),
  -- When the first unpaid invoice failed; null while everything is paid.
  past_due_since timestamptz(3),
  -- Stripe's page of the invoice to pay; null for none.
  payment_url text,
  last_invoice_at timestamptz(3),
  last_invoice_status text,
  last_invoice_total bigint,
  -- The latest payment page; another one closes it.
  checkout_number int not null default 0,
  checkout_session_id text,
  -- Numbers of the latest question to Stripe, and of the one whose answer is stored: a later answer must not be overwritten.
  question_number int not null default 0,
  answer_number int not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index school_billing_recent on school_billing (created_at desc, school_id desc);
create index school_billing_by_status on school_billing (status, created_at desc, school_id desc);
grant select, insert, update, delete on school_billing to lyceum_app;

create table school_invoices (
  school_id uuid not null,
  -- Stripe's id.
  invoice_id text not null,
  number text,
  status text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Negative for a credit.
  total bigint not null,
  amount_due bigint not null,
  invoice_url text,
  pdf_url text,
  created_at timestamptz(3) not null,
  primary key (school_id, invoice_id)
);
create index school_invoices_recent on school_invoices (school_id, created_at desc, invoice_id desc);
alter table school_invoices enable row level security;
alter table school_invoices force row level security;
create policy own_school on school_invoices
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on school_invoices to lyceum_app;
