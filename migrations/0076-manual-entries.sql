-- What staff record by hand about an order: a payment that no provider took, such as cash, or access without a payment.
create table manual_entries (
  school_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  -- Null: nothing was paid, and the courses were given.
  payment_id uuid,
  method text check (method in ('cash', 'bank_transfer', 'card_terminal', 'mobile_money', 'cheque', 'other')),
  -- The number of a receipt or transfer, as staff typed it.
  reference text not null default '' check (char_length(reference) <= 100),
  note text not null default '' check (char_length(note) <= 500),
  -- When the access that was given ends; null for no end.
  access_ends_at timestamptz(3),
  -- When staff ended it before that.
  access_ended_at timestamptz(3),
  recorded_by uuid not null,
  created_at timestamptz(3) not null,
  primary key (school_id, id),
  check ((payment_id is null) = (method is null)),
  foreign key (school_id, order_id) references orders (school_id, id),
  foreign key (school_id, payment_id) references payments (school_id, id),
  foreign key (school_id, recorded_by) references users (school_id, id)
);
create index manual_entries_of_order on manual_entries (school_id, order_id, created_at);
create unique index manual_entries_of_payment on manual_entries (school_id, payment_id) where payment_id is not null;
create index manual_entries_by_author on manual_entries (school_id, recorded_by);
alter table manual_entries enable row level security;
alter table manual_entries force row level security;
create policy own_school on manual_entries
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on manual_entries to lyceum_app;

-- Such payments have attempts, journals and balances of their own: the money is at the school, not at a provider.
alter table payment_attempts drop constraint payment_attempts_provider_check;
alter table payment_attempts add constraint payment_attempts_provider_check
  check (provider in ('stripe', 'paystack', 'flutterwave', 'bank_transfer', 'manual'));
alter table ledger_journals drop constraint ledger_journals_provider_check;
alter table ledger_journals add constraint ledger_journals_provider_check
  check (provider in ('stripe', 'paystack', 'flutterwave', 'bank_transfer', 'manual'));
alter table ledger_balances drop constraint ledger_balances_provider_check;
alter table ledger_balances add constraint ledger_balances_provider_check
  check (provider in ('stripe', 'paystack', 'flutterwave', 'bank_transfer', 'manual'));
