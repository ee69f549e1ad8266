-- Payments by bank transfer to the school's own account: the buyer sends a proof, and staff approve it.

-- A school without a row takes no transfers.
create table bank_transfer_settings (
  school_id uuid not null primary key,
  is_enabled boolean not null,
  -- How many days an order waits for its money.
  waiting_days int not null check (waiting_days between 1 and 60),
  -- [{ currency, bank_name, account_name, account_number, note }]: where buyers send the money.
  accounts jsonb not null default '[]',
  updated_at timestamptz(3) not null default now()
);
alter table bank_transfer_settings enable row level security;
alter table bank_transfer_settings force row level security;
create policy own_school on bank_transfer_settings
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on bank_transfer_settings to lyceum_app;

-- A transfer has the id of its payment attempt.
create table bank_transfers (
  school_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  buyer_id uuid not null,
  -- `waiting` for a proof; `submitted` to staff, who approve or decline.
  state text not null check (state in ('waiting', 'submitted', 'declined', 'approved')),
  -- What the buyer says of the transfer. Null until a proof is uploaded.
  proof_upload_id uuid,
  claimed_amount bigint check (claimed_amount > 0),
  paid_on date,
  sender_name text check (length(sender_name) between 1 and 120),
  submitted_at timestamptz(3),
  decline_reason text check (length(decline_reason) between 1 and 500),
  decided_by uuid,
  decided_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (school_id, id),
  check (state <> 'submitted' or (proof_upload_id is not null and claimed_amount is not null and paid_on is not null
    and sender_name is not null and submitted_at is not null)),
  foreign key (school_id, id) references payment_attempts (school_id, id),
  foreign key (school_id, order_id) references orders (school_id, id),
  foreign key (school_id, buyer_id) references users (school_id, id)
);
create index bank_transfers_recent on bank_transfers (school_id, created_at desc, id desc);
create index bank_transfers_by_state on bank_transfers (school_id, state, created_at desc, id desc);
create index bank_transfers_of_order on bank_transfers (school_id, order_id, created_at desc);
create index bank_transfers_of_buyer on bank_transfers (school_id, buyer_id);
alter table bank_transfers enable row level security;
alter table bank_transfers force row level security;
create policy own_school on bank_transfers
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on bank_transfers to lyceum_app;

-- Transfers have attempts, journals and balances of their own: the money is at the school, not at a provider.
alter table payment_attempts drop constraint payment_attempts_provider_check;
alter table payment_attempts add constraint payment_attempts_provider_check
  check (provider in ('stripe', 'paystack', 'flutterwave', 'bank_transfer'));
alter table ledger_journals drop constraint ledger_journals_provider_check;
alter table ledger_journals add constraint ledger_journals_provider_check
  check (provider in ('stripe', 'paystack', 'flutterwave', 'bank_transfer'));
alter table ledger_balances drop constraint ledger_balances_provider_check;
alter table ledger_balances add constraint ledger_balances_provider_check
  check (provider in ('stripe', 'paystack', 'flutterwave', 'bank_transfer'));
alter table orders drop constraint orders_attention_check;
alter table orders add constraint orders_attention_check check (attention <@ array['payment_quarantined', 'refund_failed',
  'refund_needs_attention', 'student_declined', 'late_coupon', 'dispute_open', 'transfer_submitted']);
