-- Orders, payments, refunds, entitlements and the ledger. Amounts are integers in the currency's minor unit.

-- Accounts of a school at payment providers. A school without one sells through the platform's account. A replaced
-- account stays, because its payments are verified and refunded through it.
create table payment_accounts (
  school_id uuid not null,
  id uuid not null,
  provider text not null check (provider in ('stripe', 'paystack', 'flutterwave')),
  mode text not null check (mode in ('test', 'live')),
  -- JSON: the secret key, and the keys that verify webhooks.
  encrypted_keys bytea not null,
  -- The last four characters of the secret key.
  key_suffix text not null check (length(key_suffix) <= 4),
  -- Whether the previous key verifies webhooks too.
  has_previous_key boolean not null default false,
  is_active boolean not null default true,
  keys_changed_at timestamptz(3) not null default now(),
  last_webhook_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (school_id, id)
);
create unique index payment_accounts_active on payment_accounts (school_id, provider) where is_active;
alter table payment_accounts enable row level security;
alter table payment_accounts force row level security;
create policy own_school on payment_accounts
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on payment_accounts to lyceum_app;

-- What a person buys, with the prices of that moment.
create table orders (
  school_id uuid not null,
  id uuid not null,
  buyer_id uuid not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  total bigint not null check (total >= 0),
  status text not null
    check (status in ('awaiting_payment', 'partially_paid', 'paid', 'partially_refunded', 'refunded', 'canceled')),
  -- Payments that count towards the total.
  paid_amount bigint not null default 0 check (paid_amount between 0 and total),
  -- Refunds that succeeded, and those that are still open or succeeded.
  refunded_amount bigint not null default 0 check (refunded_amount >= 0),
  refund_reserved bigint not null default 0 check (refund_reserved between refunded_amount and paid_amount),
  -- The platform's part of the total; the rest is the school's.
  platform_share bigint not null default 0 check (platform_share between 0 and total),
  -- The reseller's part of the platform's part.
  reseller_share bigint not null default 0 check (reseller_share between 0 and platform_share),
  -- Why staff should look at the order; they dismiss it.
  attention text[] not null default '{}' check (attention <@ array['payment_quarantined', 'refund_failed',
    'refund_needs_attention', 'student_declined', 'late_coupon', 'dispute_open']),
  paid_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (school_id, id),
  foreign key (school_id, buyer_id) references users (school_id, id)
);
create index orders_recent on orders (school_id, created_at desc, id desc);
create index orders_by_status on orders (school_id, status, created_at desc, id desc);
create index orders_with_attention on orders (school_id, created_at desc, id desc) where attention <> '{}';
create index orders_of_buyer on orders (school_id, buyer_id, created_at desc, id desc);
alter table orders enable row level security;
alter table orders force row level security;
create policy own_school on orders
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on orders to lyceum_app;

create table order_lines (
  school_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  position int not null check (position >= 0),
  -- A course, a tier of a course, a payment plan with its first payment, a later payment of a plan, or a small charge
  -- that saves a card and is given back. The line's entitlements say what it opened.
  kind text not null default 'course' check (kind in ('course', 'tier', 'plan', 'plan_period', 'card_check')),
  course_id uuid,
  plan_id uuid,
  -- What the plan promised when it was bought: see PlanTerms in src/payment-plans/plan-terms.ts.
  plan_terms jsonb,
  -- The name that the buyer saw.
  title text not null,
  -- The tier that it buys. A student who has the course already pays the difference to the current tier.
  tier int check (tier between 1 and 20),
  -- Zero for a plan that begins with a free trial.
  gross bigint not null check (gross >= 0),
  discount bigint not null default 0 check (discount between 0 and gross),
  tax bigint not null default 0 check (tax >= 0),
  net bigint not null check (net = gross - discount + tax),
  -- The affiliate whose link brought the buyer, and the commission if the line is paid.
  affiliate_id uuid,
  affiliate_amount bigint not null default 0 check (affiliate_amount between 0 and net),
  refunded_amount bigint not null default 0 check (refunded_amount >= 0),
  refund_reserved bigint not null default 0 check (refund_reserved between refunded_amount and net),
  primary key (school_id, id),
  unique (school_id, order_id, position),
  check ((kind in ('course', 'tier')) = (course_id is not null)),
  check ((kind in ('plan', 'plan_period')) = (plan_id is not null)),
  check ((kind = 'plan') = (plan_terms is not null)),
  check ((kind = 'tier') = (tier is not null)),
  check (gross > 0 or kind = 'plan'),
  foreign key (school_id, order_id) references orders (school_id, id),
  foreign key (school_id, course_id) references courses (school_id, id)
);
create index order_lines_of_course on order_lines (school_id, course_id);
create index order_lines_of_plan on order_lines (school_id, plan_id, kind);
alter table order_lines enable row level security;
alter table order_lines force row level security;
create policy own_school on order_lines
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on order_lines to lyceum_app;

-- One try to pay an order at one provider. Verification and refunds stay with this provider and account.
create table payment_attempts (
  school_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  number int not null check (number > 0),
  provider text not null check (provider in ('stripe', 'paystack', 'flutterwave')),
  -- Null for the platform's account.
  payment_account_id uuid,
  mode text not null check (mode in ('test', 'live')),
  -- Our reference at the provider: the ids of school and attempt, so that a webhook leads to its school.
  reference text not null check (reference ~ '^[0-9a-f]{32}-[0-9a-f]{32}$'),
  -- The provider's id of the hosted page, and its address. Null until the provider has answered.
  provider_reference text,
  checkout_url text,
  amount bigint not null check (amount > 0),
  currency text not null,
  state text not null
    check (state in ('created', 'pending', 'unknown', 'succeeded', 'failed', 'expired', 'quarantined')),
  failure_code text,
  -- Whether the buyer agreed that the card is charged again.
  saves_card boolean not null default false,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (school_id, id),
  unique (school_id, order_id, number),
  foreign key (school_id, order_id) references orders (school_id, id),
  foreign key (school_id, payment_account_id) references payment_accounts (school_id, id)
);
create unique index payment_attempts_live on payment_attempts (school_id, order_id)
  where state in ('created', 'pending', 'unknown');
create index payment_attempts_open on payment_attempts (school_id, created_at)
  where state in ('created', 'pending', 'unknown');
create index payment_attempts_of_account on payment_attempts (school_id, payment_account_id);
alter table payment_attempts enable row level security;
alter table payment_attempts force row level security;
create policy own_school on payment_attempts
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on payment_attempts to lyceum_app;

-- Money that a provider has received, as its API reports it.
create table payments (
  school_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  attempt_id uuid not null,
  provider text not null,
  transaction_id text not null,
  mode text not null,
  method text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  -- Null while the provider does not know it.
  fee bigint check (fee >= 0),
  -- The part that pays for the order. The rest is refunded: an overpayment, or a second payment of a paid order.
  applied_amount bigint not null check (applied_amount between 0 and amount),
  refund_reserved bigint not null default 0 check (refund_reserved between 0 and amount),
  quarantine_reason text check (quarantine_reason in ('currency', 'reference', 'mode')),
  paid_at timestamptz(3) not null,
  -- When the provider's list or answer confirmed it.
  reconciled_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (school_id, id),
  unique (school_id, provider, transaction_id),
  check (quarantine_reason is null or applied_amount = 0),
  foreign key (school_id, order_id) references orders (school_id, id),
  foreign key (school_id, attempt_id) references payment_attempts (school_id, id)
);
create index payments_of_order on payments (school_id, order_id, created_at);
create index payments_of_attempt on payments (school_id, attempt_id);
create index payments_unreconciled on payments (school_id, paid_at) where reconciled_at is null;
create index payments_quarantined on payments (school_id, created_at) where quarantine_reason is not null;
alter table payments enable row level security;
alter table payments force row level security;
create policy own_school on payments
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on payments to lyceum_app;

create table refunds (
  school_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  payment_id uuid not null,
  provider text not null,
  provider_refund_id text,
  amount bigint not null check (amount > 0),
  currency text not null,
  -- `order` gives back what was bought; `overpayment` and `duplicate` give back money that pays for nothing.
  kind text not null check (kind in ('order', 'overpayment', 'duplicate')),
  reason text not null default '',
  -- Whether a refund of a part of a line ends the access to it; a refund of the whole line always does.
  ends_access boolean not null default false,
  state text not null check (state in ('requested', 'pending', 'succeeded', 'failed', 'needs_attention')),
  -- When the request was first sent to the provider: one that cannot be repeated safely is sent once.
  sent_at timestamptz(3),
  -- Number of times that it succeeded and failed afterwards: keeps ledger journals of each time apart.
  reversals int not null default 0 check (reversals >= 0),
  -- Null if the product requested it.
  requested_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (school_id, id),
  unique (school_id, provider, provider_refund_id),
  foreign key (school_id, order_id) references orders (school_id, id),
  foreign key (school_id, payment_id) references payments (school_id, id)
);
create index refunds_of_order on refunds (school_id, order_id, created_at);
create index refunds_of_payment on refunds (school_id, payment_id);
create index refunds_open on refunds (school_id, created_at) where state in ('requested', 'pending');
alter table refunds enable row level security;
alter table refunds force row level security;
create policy own_school on refunds
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on refunds to lyceum_app;

-- The lines that a refund gives back.
create table refund_lines (
  school_id uuid not null,
  refund_id uuid not null,
  line_id uuid not null,
  amount bigint not null check (amount > 0),
  primary key (school_id, refund_id, line_id),
  foreign key (school_id, refund_id) references refunds (school_id, id),
  foreign key (school_id, line_id) references order_lines (school_id, id)
);
create index refund_lines_of_line on refund_lines (school_id, line_id);
alter table refund_lines enable row level security;
alter table refund_lines force row level security;
create policy own_school on refund_lines
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert on refund_lines to lyceum_app;

-- How a school handles payments. A school without a row has the defaults.
create table payment_settings (
  school_id uuid not null primary key,
  -- The buyer's access while a dispute is open.
  dispute_access text not null check (dispute_access in ('keep', 'close')),
  updated_at timestamptz(3) not null default now()
);
alter table payment_settings enable row level security;
alter table payment_settings force row level security;
create policy own_school on payment_settings
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on payment_settings to lyceum_app;

-- A buyer's bank wants the money of a payment back.
create table disputes (
  school_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  payment_id uuid not null,
  provider text not null,
  provider_dispute_id text not null,
  state text not null check (state in ('open', 'won', 'lost')),
  amount bigint not null check (amount > 0),
  -- The part that was not refunded before: it can be neither refunded nor paid out.
  held_amount bigint not null check (held_amount between 0 and amount),
  currency text not null,
  reason text not null,
  -- When evidence is due.
  due_at timestamptz(3),
  -- What the school sent to the provider, once.
  evidence_text text,
  evidence_sent_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  closed_at timestamptz(3),
  primary key (school_id, id),
  unique (school_id, payment_id, provider_dispute_id),
  check ((state = 'open') = (closed_at is null)),
  foreign key (school_id, order_id) references orders (school_id, id),
  foreign key (school_id, payment_id) references payments (school_id, id)
);
create index disputes_of_order on disputes (school_id, order_id, created_at);
create index disputes_recent on disputes (school_id, created_at desc, id desc);
create index disputes_open on disputes (school_id, created_at) where state = 'open';
alter table disputes enable row level security;
alter table disputes force row level security;
create policy own_school on disputes
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on disputes to lyceum_app;

-- The parts of an order that a dispute is about.
create table dispute_lines (
  school_id uuid not null,
  dispute_id uuid not null,
  line_id uuid not null,
  amount bigint not null check (amount > 0),
  primary key (school_id, dispute_id, line_id),
  foreign key (school_id, dispute_id) references disputes (school_id, id),
  foreign key (school_id, line_id) references order_lines (school_id, id)
);
create index dispute_lines_of_line on dispute_lines (school_id, line_id);
alter table dispute_lines enable row level security;
alter table dispute_lines force row level security;
create policy own_school on dispute_lines
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert on dispute_lines to lyceum_app;

-- What a person may use because of a payment. The access rule of courses reads it (src/course-access).
create table entitlements (
  school_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  course_id uuid not null,
  line_id uuid not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3),
  revoked_at timestamptz(3),
  -- Why it was granted, or why it was revoked.
  reason text not null check (reason in ('paid', 'trial', 'granted', 'refunded', 'dispute', 'missed_payment', 'ended',
    'canceled')),
  created_at timestamptz(3) not null default now(),
  primary key (school_id, id),
  unique (school_id, line_id, user_id, course_id),
  foreign key (school_id, user_id) references users (school_id, id),
  foreign key (school_id, course_id) references courses (school_id, id),
  foreign key (school_id, line_id) references order_lines (school_id, id)
);
create index entitlements_of_course on entitlements (school_id, course_id, user_id);
create index entitlements_of_user on entitlements (school_id, user_id, course_id);
alter table entitlements enable row level security;
alter table entitlements force row level security;
create policy own_school on entitlements
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on entitlements to lyceum_app;

-- Cards that buyers saved at a provider for later charges. Only the provider knows the number.
create table payment_cards (
  school_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  provider text not null check (provider in ('stripe', 'paystack', 'flutterwave')),
  -- Null for the platform's account.
  payment_account_id uuid,
  mode text not null check (mode in ('test', 'live')),
  -- JSON: the token that charges the card, and customer and e-mail address at the provider.
  encrypted_token bytea not null,
  -- SHA-256 of what the provider says is the same for the same card.
  fingerprint_hash bytea not null,
  brand text not null,
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  exp_month int not null check (exp_month between 1 and 12),
  exp_year int not null check (exp_year between 2000 and 2999),
  is_default boolean not null,
  -- Its owner deleted it; the row is deleted once the provider has removed the card.
  removed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (school_id, id),
  check (not (is_default and removed_at is not null)),
  unique nulls not distinct (school_id, user_id, provider, payment_account_id, mode, fingerprint_hash),
  foreign key (school_id, user_id) references users (school_id, id),
  foreign key (school_id, payment_account_id) references payment_accounts (school_id, id)
);
create unique index payment_cards_default on payment_cards (school_id, user_id) where is_default;
create index payment_cards_recent on payment_cards (school_id, user_id, created_at desc, id desc);
create index payment_cards_of_account on payment_cards (school_id, payment_account_id);
alter table payment_cards enable row level security;
alter table payment_cards force row level security;
create policy own_school on payment_cards
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on payment_cards to lyceum_app;

-- Requests to save a card: a page of the provider without a payment, or the order of a small charge that is refunded.
create table card_setups (
  school_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  provider text not null check (provider in ('stripe', 'paystack', 'flutterwave')),
  payment_account_id uuid,
  mode text not null check (mode in ('test', 'live')),
  reference text not null check (reference ~ '^[0-9a-f]{32}-[0-9a-f]{32}$'),
  provider_reference text,
  email text not null,
  -- The small charge; null for a page without a payment.
  order_id uuid,
  state text not null check (state in ('pending', 'saved', 'failed')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id),
  foreign key (school_id, payment_account_id) references payment_accounts (school_id, id),
  foreign key (school_id, order_id) references orders (school_id, id)
);
create index card_setups_of_user on card_setups (school_id, user_id, created_at desc);
create index card_setups_of_account on card_setups (school_id, payment_account_id);
create index card_setups_of_order on card_setups (school_id, order_id);
alter table card_setups enable row level security;
alter table card_setups force row level security;
create policy own_school on card_setups
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on card_setups to lyceum_app;

create function sums_to_zero(amounts bigint[]) returns boolean language sql immutable parallel safe strict
  as $$ select coalesce(sum(a), 0) = 0 from unnest(amounts) a $$;

-- Double-entry bookkeeping. One row is one journal: a positive amount is a debit, a negative one a credit of the
-- account at the same position. Rows are never changed: corrections are further journals.
create table ledger_journals (
  school_id uuid not null,
  id uuid not null,
  source_type text not null check (source_type in ('payment', 'refund', 'dispute', 'affiliate_payout')),
  source_id uuid not null,
  kind text not null,
  currency text not null,
  accounts text[] not null check (accounts <@ array['provider_clearing', 'provider_fees', 'school_payable',
    'platform_revenue', 'reseller_payable', 'affiliate_payable', 'tax_payable', 'dispute_hold', 'buyer_deposits', 'rounding']),
  amounts bigint[] not null check (cardinality(amounts) >= 2 and sums_to_zero(amounts)),
  posted_at timestamptz(3) not null default now(),
  primary key (school_id, id),
  unique (school_id, source_type, source_id, kind),
  check (cardinality(accounts) = cardinality(amounts))
);
create index ledger_journals_recent on ledger_journals (school_id, posted_at desc, id desc);
alter table ledger_journals enable row level security;
alter table ledger_journals force row level security;
create policy own_school on ledger_journals
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert on ledger_journals to lyceum_app;

-- Nightly comparisons of a provider's list of payments with ours. The platform's own account is compared in its tenant.
create table reconciliation_runs (
  school_id uuid not null,
  id uuid not null,
  provider text not null,
  -- Null for the platform's account.
  payment_account_id uuid,
  period_from timestamptz(3) not null,
  period_to timestamptz(3) not null,
  state text not null check (state in ('succeeded', 'failed')),
  checked_payments int not null check (checked_payments >= 0),
  -- Payments of the provider that were missing here, and were settled by the run.
  settled_payments int not null check (settled_payments >= 0),
  new_differences int not null check (new_differences >= 0),
  -- Currencies whose accounts do not add up to zero: none, unless the ledger is damaged.
  unbalanced_currencies text[] not null default '{}',
  started_at timestamptz(3) not null,
  finished_at timestamptz(3) not null,
  primary key (school_id, id)
);
create index reconciliation_runs_recent on reconciliation_runs (school_id, started_at desc, id desc);
alter table reconciliation_runs enable row level security;
alter table reconciliation_runs force row level security;
create policy own_school on reconciliation_runs
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert on reconciliation_runs to lyceum_app;

create table reconciliation_differences (
  school_id uuid not null,
  id uuid not null,
  provider text not null,
  -- `missing_local`: the provider has a payment that we do not know. `missing_remote`: the reverse.
  kind text not null check (kind in ('missing_local', 'missing_remote', 'amount_diff', 'orphan_refund')),
  transaction_id text not null,
  order_id uuid,
  expected_amount bigint,
  found_amount bigint,
  currency text not null,
  state text not null check (state in ('open', 'resolved')),
  explanation text not null default '',
  -- Null if a run resolved it.
  resolved_by uuid,
  resolved_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (school_id, id),
  unique (school_id, provider, kind, transaction_id),
  check ((state = 'open') = (resolved_at is null)),
  foreign key (school_id, order_id) references orders (school_id, id)
);
create index reconciliation_differences_of_order on reconciliation_differences (school_id, order_id);
create index reconciliation_differences_recent on reconciliation_differences (school_id, created_at desc, id desc);
alter table reconciliation_differences enable row level security;
alter table reconciliation_differences force row level security;
create policy own_school on reconciliation_differences
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on reconciliation_differences to lyceum_app;

-- Webhooks of providers that passed the signature check. The school follows from our reference in the event; an event
-- that names none belongs to the platform.
create table payment_events (
  school_id uuid not null,
  id uuid not null,
  provider text not null,
  dedup_key text not null,
  event_type text not null,
  -- What it is about: an attempt with its refunds, or the plan that a school pays for.
  topic text not null default 'payment' check (topic in ('payment', 'school_plan')),
  -- The attempt to look at again, with its refunds; null for an event that nothing handles.
  attempt_id uuid,
  -- The dispute that the event is about, by the provider's id.
  provider_dispute_id text,
  -- The school's account that signed it; null for the platform's.
  payment_account_id uuid,
  -- The exact bytes.
  body bytea not null,
  state text not null check (state in ('received', 'processed', 'ignored', 'failed')),
  tries int not null default 0 check (tries >= 0),
  -- When to handle it, unless it was processed.
  next_try_at timestamptz(3) not null default now(),
  last_error text,
  received_at timestamptz(3) not null default now(),
  processed_at timestamptz(3),
  primary key (school_id, id),
  unique (school_id, provider, dedup_key)
);
create index payment_events_waiting on payment_events (school_id, next_try_at) where state = 'received';
create index payment_events_failed on payment_events (school_id, received_at desc, id desc) where state = 'failed';
create index payment_events_recent on payment_events (school_id, received_at desc, id desc);
alter table payment_events enable row level security;
alter table payment_events force row level security;
create policy own_school on payment_events
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on payment_events to lyceum_app;
