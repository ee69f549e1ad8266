-- Tax on sales, and invoices with their credit notes. Amounts are integers in the currency's minor unit.

-- How a school taxes its sales. A school without a row charges none.
create table tax_settings (
  school_id uuid not null primary key,
  -- `inclusive`: prices contain the tax. `exclusive`: it is added at checkout.
  mode text not null check (mode in ('none', 'inclusive', 'exclusive')),
  -- [{ name, basis_points }]: taxes that are calculated on the same base.
  rates jsonb not null default '[]',
  -- Companies abroad with a tax number owe the tax themselves; their invoices carry this text. Null: no reverse charge.
  reverse_charge_text text check (length(reverse_charge_text) between 1 and 300),
  -- What companies of the school's country keep back for the tax authority. Null: no withholding.
  withholding_name text check (length(withholding_name) between 1 and 60),
  withholding_basis_points int check (withholding_basis_points between 1 and 5000),
  updated_at timestamptz(3) not null default now(),
  check ((withholding_name is null) = (withholding_basis_points is null))
);
alter table tax_settings enable row level security;
alter table tax_settings force row level security;
create policy own_school on tax_settings
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on tax_settings to lyceum_app;

-- For whom a student buys: the company on later invoices. A student without a row buys for themselves.
create table invoice_recipients (
  school_id uuid not null,
  user_id uuid not null,
  company text not null check (length(company) between 1 and 200),
  address text not null default '' check (length(address) <= 500),
  country text not null check (country ~ '^[A-Z]{2}$'),
  tax_number text not null default '' check (length(tax_number) <= 60),
  -- Whether the company keeps back the school's withholding tax.
  withholds_tax boolean not null default false,
  updated_at timestamptz(3) not null default now(),
  primary key (school_id, user_id),
  foreign key (school_id, user_id) references users (school_id, id) on delete cascade
);
alter table invoice_recipients enable row level security;
alter table invoice_recipients force row level security;
create policy own_school on invoice_recipients
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on invoice_recipients to lyceum_app;

-- The tax rules and the company of the moment of the order: see TaxTerms in src/lib/money/tax.ts. Null: no tax.
alter table orders add column tax_terms jsonb, add column recipient jsonb;

-- Besides the tax that is added, a line has the tax that its price contains, and what the buyer keeps back.
alter table order_lines
  add column included_tax bigint not null default 0,
  add column withheld bigint not null default 0,
  add constraint order_lines_taxes check (included_tax between 0 and gross - discount and withheld >= 0),
  drop constraint order_lines_check1,
  add constraint order_lines_net check (net = gross - discount + tax - withheld and net >= 0);

-- The school on its invoices. A school without a row uses its name.
create table invoice_settings (
  school_id uuid not null primary key,
  seller_name text not null default '' check (length(seller_name) <= 200),
  address text not null default '' check (length(address) <= 500),
  tax_number text not null default '' check (length(tax_number) <= 60),
  footer text not null default '' check (length(footer) <= 500),
  invoice_prefix text not null default 'INV-' check (invoice_prefix ~ '^[A-Z0-9/-]{0,10}$'),
  credit_note_prefix text not null default 'CN-' check (credit_note_prefix ~ '^[A-Z0-9/-]{0,10}$'),
  updated_at timestamptz(3) not null default now(),
  check (invoice_prefix <> credit_note_prefix)
);
alter table invoice_settings enable row level security;
alter table invoice_settings force row level security;
create policy own_school on invoice_settings
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on invoice_settings to lyceum_app;

-- The last number of each series. The row is locked until the transaction that issues a document ends: no gaps.
create table invoice_counters (
  school_id uuid not null,
  kind text not null check (kind in ('invoice', 'credit_note')),
  last_number int not null check (last_number > 0),
  primary key (school_id, kind)
);
alter table invoice_counters enable row level security;
alter table invoice_counters force row level security;
create policy own_school on invoice_counters
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on invoice_counters to lyceum_app;

-- Invoices and credit notes. Rows are never changed: the product has no right to.
create table invoices (
  school_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('invoice', 'credit_note')),
  number int not null check (number > 0),
  -- With the prefix of the moment.
  number_text text not null,
  order_id uuid not null,
  buyer_id uuid not null,
  -- The order, or the refund and whether it succeeded or failed afterwards: a repetition adds nothing.
  source text not null,
  -- A credit note names its invoice; an invoice names the credit note that it cancels, because the refund failed.
  refers_to uuid,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  total bigint not null check (total > 0),
  tax bigint not null check (tax between 0 and total),
  -- Seller, buyer, lines and taxes of the moment: see InvoiceDocument in src/invoices/document.ts.
  document jsonb not null,
  issued_at timestamptz(3) not null,
  primary key (school_id, id),
  unique (school_id, kind, number),
  unique (school_id, source),
  check (kind = 'invoice' or refers_to is not null),
  foreign key (school_id, order_id) references orders (school_id, id),
  foreign key (school_id, buyer_id) references users (school_id, id),
  foreign key (school_id, refers_to) references invoices (school_id, id)
);
create index invoices_recent on invoices (school_id, issued_at desc, id desc);
create index invoices_of_order on invoices (school_id, order_id, issued_at, id);
create index invoices_of_buyer on invoices (school_id, buyer_id, issued_at desc, id desc);
create index invoices_referring on invoices (school_id, refers_to);
alter table invoices enable row level security;
alter table invoices force row level security;
create policy own_school on invoices
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert on invoices to lyceum_app;
