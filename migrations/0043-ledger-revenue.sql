-- Each journal names the account at a provider that it concerns. What a journal means for the sales of a school is stored per
-- order line, and the balances of each account are counted, so that no page adds up the whole ledger.

alter table ledger_journals
  -- Null for a payout to an affiliate or to the school, which no provider takes part in.
  add column provider text check (provider in ('stripe', 'paystack', 'flutterwave')),
  -- Null for the platform's account.
  add column payment_account_id uuid;
alter table ledger_journals drop constraint ledger_journals_source_type_check;
alter table ledger_journals add constraint ledger_journals_source_type_check
  check (source_type in ('payment', 'refund', 'dispute', 'affiliate_payout', 'school_payout'));
alter table ledger_journals drop constraint ledger_journals_accounts_check;
alter table ledger_journals add constraint ledger_journals_accounts_check
  check (accounts <@ array['provider_clearing', 'provider_fees', 'school_payable', 'platform_revenue', 'reseller_payable',
    'affiliate_payable', 'tax_payable', 'dispute_hold', 'buyer_deposits', 'rounding', 'platform_bank']);

-- The part of a journal that an order line has in it, without tax. Amounts of refunds and disputes are positive, and negative where they are
-- taken back; the platform's share and commissions are negative where they are given back.
create table ledger_revenue (
  school_id uuid not null,
  journal_id uuid not null,
  line_id uuid not null,
  course_id uuid,
  plan_id uuid,
  currency text not null,
  sales bigint not null,
  refunds bigint not null,
  disputes bigint not null,
  fees bigint not null,
  platform_share bigint not null,
  commissions bigint not null,
  posted_at timestamptz(3) not null,
  primary key (school_id, journal_id, line_id),
  foreign key (school_id, journal_id) references ledger_journals (school_id, id)
);
create index ledger_revenue_recent on ledger_revenue (school_id, posted_at)
  include (currency, course_id, plan_id, sales, refunds, disputes, fees, platform_share, commissions);
alter table ledger_revenue enable row level security;
alter table ledger_revenue force row level security;
create policy own_school on ledger_revenue
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert on ledger_revenue to lyceum_app;

-- Sums of the ledger's accounts per account at a provider. Each journal adds to one row.
create table ledger_balances (
  school_id uuid not null,
  id uuid not null,
  -- Null for payouts to affiliates and to the school.
  provider text check (provider in ('stripe', 'paystack', 'flutterwave')),
  -- Null for the platform's account.
  payment_account_id uuid,
  currency text not null,
  provider_clearing bigint not null,
  school_payable bigint not null,
  affiliate_payable bigint not null,
  tax_payable bigint not null,
  buyer_deposits bigint not null,
  dispute_hold bigint not null,
  primary key (school_id, id),
  unique nulls not distinct (school_id, provider, payment_account_id, currency)
);
alter table ledger_balances enable row level security;
alter table ledger_balances force row level security;
create policy own_school on ledger_balances
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on ledger_balances to lyceum_app;

-- What the platform paid to a school of the money that its account received.
create table school_payouts (
  school_id uuid not null,
  id uuid not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount bigint not null check (amount > 0),
  -- The number of the transfer, for both sides.
  reference text not null check (length(reference) between 1 and 100),
  paid_at timestamptz(3) not null,
  primary key (school_id, id),
  unique (school_id, reference)
);
create index school_payouts_recent on school_payouts (school_id, paid_at desc, id desc);
alter table school_payouts enable row level security;
alter table school_payouts force row level security;
create policy own_school on school_payouts
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert on school_payouts to lyceum_app;

-- Journals of before. The owner of the tables reads the rows of all schools for it.
alter table ledger_journals no force row level security;
alter table ledger_revenue no force row level security;
alter table ledger_balances no force row level security;
alter table payments no force row level security;
alter table payment_attempts no force row level security;
alter table refunds no force row level security;
alter table disputes no force row level security;
alter table order_lines no force row level security;
alter table refund_lines no force row level security;
alter table dispute_lines no force row level security;

create temporary table journal_payments on commit drop as
  select j.school_id, j.id, coalesce(r.payment_id, d.payment_id, j.source_id) as payment_id
  from ledger_journals j
  left join refunds r on j.source_type = 'refund' and r.school_id = j.school_id and r.id = j.source_id
  left join disputes d on j.source_type = 'dispute' and d.school_id = j.school_id and d.id = j.source_id
  where j.source_type <> 'affiliate_payout';

update ledger_journals j set provider = p.provider, payment_account_id = a.payment_account_id
  from journal_payments of_journal
  join payments p on p.school_id = of_journal.school_id and p.id = of_journal.payment_id
  join payment_attempts a on a.school_id = p.school_id and a.id = p.attempt_id
  where j.school_id = of_journal.school_id and j.id = of_journal.id;

create temporary table journal_sums on commit drop as
  select j.school_id, j.id,
    coalesce(sum(amount) filter (where account = 'provider_clearing'), 0)::bigint as provider_clearing,
    coalesce(sum(amount) filter (where account = 'school_payable'), 0)::bigint as school_payable,
    coalesce(sum(amount) filter (where account in ('platform_revenue', 'reseller_payable')), 0)::bigint as platform,
    coalesce(sum(amount) filter (where account = 'affiliate_payable'), 0)::bigint as affiliate_payable,
    coalesce(sum(amount) filter (where account = 'tax_payable'), 0)::bigint as tax_payable,
    coalesce(sum(amount) filter (where account = 'buyer_deposits'), 0)::bigint as buyer_deposits,
    coalesce(sum(amount) filter (where account = 'dispute_hold'), 0)::bigint as dispute_hold
  from ledger_journals j, unnest(j.accounts, j.amounts) as posting (account, amount)
  group by j.school_id, j.id;

insert into ledger_balances
  select j.school_id, gen_random_uuid(), j.provider, j.payment_account_id, j.currency, sum(s.provider_clearing),
    sum(s.school_payable), sum(s.affiliate_payable), sum(s.tax_payable), sum(s.buyer_deposits), sum(s.dispute_hold)
  from ledger_journals j join journal_sums s on s.school_id = j.school_id and s.id = j.id
  group by j.school_id, j.provider, j.payment_account_id, j.currency;

-- Each line has its part by its amount in the refund or dispute, otherwise by its price. The parts are differences of
-- cumulative shares, so that they add up exactly.
insert into ledger_revenue
  with parts as (
    select of_journal.school_id, of_journal.id as journal_id, l.id as line_id, l.course_id, l.plan_id, l.position,
      greatest(coalesce(rl.amount, dl.amount, l.net), 1) as weight
    from journal_payments of_journal
    join ledger_journals j on j.school_id = of_journal.school_id and j.id = of_journal.id
    join payments p on p.school_id = of_journal.school_id and p.id = of_journal.payment_id
    join order_lines l on l.school_id = p.school_id and l.order_id = p.order_id
    left join refund_lines rl on j.source_type = 'refund' and rl.school_id = j.school_id
      and rl.refund_id = j.source_id and rl.line_id = l.id
    left join dispute_lines dl on j.source_type = 'dispute' and dl.school_id = j.school_id
      and dl.dispute_id = j.source_id and dl.line_id = l.id
    where j.source_type = 'payment' or rl.line_id is not null or dl.line_id is not null
      or not exists (select from refund_lines x where x.school_id = j.school_id and x.refund_id = j.source_id)
      and not exists (select from dispute_lines x where x.school_id = j.school_id and x.dispute_id = j.source_id)
  ), shares as (
    select school_id, journal_id, line_id, course_id, plan_id,
      sum(weight) over (partition by school_id, journal_id order by position) - weight as before,
      sum(weight) over (partition by school_id, journal_id order by position) as after,
      sum(weight) over (partition by school_id, journal_id) as whole
    from parts
  ), figures as (
    select j.school_id, j.id, j.currency, j.posted_at, j.kind,
      -(s.school_payable + s.platform + s.affiliate_payable) as value,
      s.school_payable, -s.platform as platform, -s.affiliate_payable as commissions
    from ledger_journals j join journal_sums s on s.school_id = j.school_id and s.id = j.id
    where s.school_payable <> 0 or s.platform <> 0 or s.affiliate_payable <> 0
  ), columns_of as (
    select school_id, id, currency, posted_at,
      case when kind = 'sale' then value else 0 end as sales,
      case when kind like 'refund%' or kind like 'reversal%' then -value else 0 end as refunds,
      case when kind in ('dispute_opened', 'dispute_won') then -value else 0 end as disputes,
      case when kind in ('fee', 'dispute_fee') then school_payable else 0 end as fees,
      platform, commissions
    from figures
  )
  select c.school_id, c.id, h.line_id, h.course_id, h.plan_id, c.currency,
    div(c.sales * h.after, h.whole) - div(c.sales * h.before, h.whole),
    div(c.refunds * h.after, h.whole) - div(c.refunds * h.before, h.whole),
    div(c.disputes * h.after, h.whole) - div(c.disputes * h.before, h.whole),
    div(c.fees * h.after, h.whole) - div(c.fees * h.before, h.whole),
    div(c.platform * h.after, h.whole) - div(c.platform * h.before, h.whole),
    div(c.commissions * h.after, h.whole) - div(c.commissions * h.before, h.whole),
    c.posted_at
  from columns_of c join shares h on h.school_id = c.school_id and h.journal_id = c.id;

alter table ledger_journals force row level security;
alter table ledger_revenue force row level security;
alter table ledger_balances force row level security;
alter table payments force row level security;
alter table payment_attempts force row level security;
alter table refunds force row level security;
alter table disputes force row level security;
alter table order_lines force row level security;
alter table refund_lines force row level security;
alter table dispute_lines force row level security;
