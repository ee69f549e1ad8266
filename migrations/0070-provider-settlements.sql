-- What providers paid out to bank accounts. For the platform's accounts, the platform's tenant has the whole settlement, and
-- each school with payments in it has its part.
create table provider_settlements (
  school_id uuid not null,
  id uuid not null,
  provider text not null check (provider in ('stripe', 'paystack', 'flutterwave')),
  -- Null for the platform's account.
  payment_account_id uuid,
  -- The provider's id.
  settlement_id text not null,
  currency text not null,
  status text not null check (status in ('pending', 'paid', 'failed')),
  -- When the bank account has the money, or is expected to.
  paid_at timestamptz(3) not null,
  -- Null until the provider reports them, or its transactions were read.
  gross bigint,
  fees bigint,
  -- Refunds and chargebacks that the provider subtracted without listing them.
  deductions bigint not null default 0 check (deductions >= 0),
  -- Negative if the provider took money from the bank account.
  net bigint not null,
  -- The part of the deductions that refunds and lost disputes of ours explain, and their ids.
  explained_deductions bigint not null default 0 check (explained_deductions between 0 and deductions),
  explained_by uuid[] not null default '{}',
  -- False where the provider does not say what is in it (manual payouts of Stripe).
  has_entries boolean not null,
  -- In the platform's tenant: the schools that have a part.
  part_school_ids uuid[] not null default '{}',
  payment_count int not null default 0 check (payment_count >= 0),
  -- What the ledger has of it: the sum of its journals.
  posted_amount bigint not null default 0,
  -- Number of its journals: makes the kind of the next one.
  journal_count int not null default 0 check (journal_count >= 0),
  -- When all of its transactions had been read; null before, and for a settlement that failed.
  read_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (school_id, id),
  unique nulls not distinct (school_id, provider, payment_account_id, settlement_id),
  foreign key (school_id, payment_account_id) references payment_accounts (school_id, id)
);
create index provider_settlements_recent on provider_settlements (school_id, paid_at desc, id desc);
create index provider_settlements_by_status on provider_settlements (school_id, status, paid_at desc, id desc);
create index provider_settlements_of_account on provider_settlements (school_id, payment_account_id);
alter table provider_settlements enable row level security;
alter table provider_settlements force row level security;
create policy own_school on provider_settlements
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on provider_settlements to lyceum_app;

-- The payments, refunds and disputes of the school in a settlement.
create table provider_settlement_entries (
  school_id uuid not null,
  id uuid not null,
  -- Refers to provider_settlements.id.
  provider_settlement_id uuid not null,
  -- The provider's id of the movement, or ours for a refund that the provider does not list.
  entry_id text not null,
  kind text not null check (kind in ('payment', 'refund', 'dispute')),
  order_id uuid not null,
  payment_id uuid not null,
  refund_id uuid,
  dispute_id uuid,
  gross bigint not null,
  fee bigint not null,
  net bigint not null,
  -- False for quarantined money, which the ledger does not have.
  is_posted boolean not null,
  created_at timestamptz(3) not null default now(),
  primary key (school_id, id),
  unique (school_id, provider_settlement_id, entry_id),
  foreign key (school_id, provider_settlement_id) references provider_settlements (school_id, id),
  foreign key (school_id, order_id) references orders (school_id, id),
  foreign key (school_id, payment_id) references payments (school_id, id),
  foreign key (school_id, refund_id) references refunds (school_id, id),
  foreign key (school_id, dispute_id) references disputes (school_id, id)
);
create index provider_settlement_entries_listed on provider_settlement_entries (school_id, provider_settlement_id, id);
create index provider_settlement_entries_of_payment on provider_settlement_entries (school_id, payment_id);
create index provider_settlement_entries_of_refund on provider_settlement_entries (school_id, refund_id);
create index provider_settlement_entries_of_dispute on provider_settlement_entries (school_id, dispute_id);
create index provider_settlement_entries_of_order on provider_settlement_entries (school_id, order_id);
alter table provider_settlement_entries enable row level security;
alter table provider_settlement_entries force row level security;
create policy own_school on provider_settlement_entries
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, delete on provider_settlement_entries to lyceum_app;

-- The settlement that a payment or refund is part of; null until the provider paid it out.
alter table payments add column provider_settlement_id uuid;
alter table refunds add column provider_settlement_id uuid;
create index payments_unsettled on payments (school_id, provider, paid_at) where provider_settlement_id is null;
create index refunds_unsettled on refunds (school_id, provider, updated_at)
  where provider_settlement_id is null and state = 'succeeded';

alter table reconciliation_differences drop constraint reconciliation_differences_kind_check;
alter table reconciliation_differences add constraint reconciliation_differences_kind_check
  check (kind in ('missing_local', 'missing_remote', 'amount_diff', 'orphan_refund', 'settlement_sum_diff',
    'settled_amount_diff', 'not_settled'));

alter table ledger_journals drop constraint ledger_journals_source_type_check;
alter table ledger_journals add constraint ledger_journals_source_type_check
  check (source_type in ('payment', 'refund', 'dispute', 'affiliate_payout', 'school_payout', 'provider_settlement'));
alter table ledger_journals drop constraint ledger_journals_accounts_check;
alter table ledger_journals add constraint ledger_journals_accounts_check
  check (accounts <@ array['provider_clearing', 'provider_fees', 'school_payable', 'platform_revenue', 'reseller_payable',
    'affiliate_payable', 'tax_payable', 'dispute_hold', 'buyer_deposits', 'rounding', 'platform_bank', 'school_bank']);
