-- Payments that do not fit their attempt, and what people decided about them.

-- Undistributed: the console lists those of all schools, and the nightly comparison of the platform's accounts finds the school of
-- one by its transaction. It holds what the provider reported and what we expected, and nothing about the buyer.
create table quarantined_payments (
  -- Id of the attempt.
  id uuid primary key,
  school_id uuid not null,
  order_id uuid not null,
  provider text not null check (provider in ('stripe', 'paystack', 'flutterwave')),
  -- Null for the platform's account.
  payment_account_id uuid,
  reason text not null check (reason in ('reference', 'currency', 'mode')),
  transaction_id text not null,
  method text not null,
  expected_reference text not null,
  expected_amount bigint not null,
  expected_currency text not null,
  expected_mode text not null,
  found_reference text not null,
  found_amount bigint not null,
  found_currency text not null,
  found_mode text not null,
  paid_at timestamptz(3) not null,
  state text not null default 'open' check (state in ('open', 'accepted', 'returned', 'ignored')),
  -- Why they decided so.
  explanation text not null default '',
  decided_by uuid,
  decided_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  check ((state = 'open') = (decided_at is null))
);
create index quarantined_payments_recent on quarantined_payments (created_at desc, id desc);
create index quarantined_payments_open on quarantined_payments (created_at desc, id desc) where state = 'open';
create index quarantined_payments_of_order on quarantined_payments (school_id, order_id);
create index quarantined_payments_of_transaction on quarantined_payments (provider, transaction_id);
grant select, insert, update, delete on quarantined_payments to lyceum_app;

-- A refund of quarantined money, which has no journals.
alter table refunds drop constraint refunds_kind_check;
alter table refunds add constraint refunds_kind_check
  check (kind in ('order', 'overpayment', 'duplicate', 'quarantined'));

-- Payments that were quarantined before. The owner of the tables reads the rows of all schools for it.
alter table payments no force row level security;
alter table payment_attempts no force row level security;
insert into quarantined_payments (id, school_id, order_id, provider, payment_account_id, reason, transaction_id, method,
    expected_reference, expected_amount, expected_currency, expected_mode, found_reference, found_amount, found_currency, found_mode,
    paid_at, created_at)
  select distinct on (a.id) a.id, a.school_id, a.order_id, a.provider, a.payment_account_id, p.quarantine_reason, p.transaction_id,
    p.method, a.reference, a.amount, a.currency, a.mode, a.reference, p.amount, p.currency, p.mode, p.paid_at, p.created_at
  from payments p join payment_attempts a on a.school_id = p.school_id and a.id = p.attempt_id
  where p.quarantine_reason is not null and a.state = 'quarantined'
  order by a.id, p.created_at;
alter table payments force row level security;
alter table payment_attempts force row level security;
