-- Courses that a buyer can add to a purchase with one click: at most three for a course or plan.
create table bump_offers (
  school_id uuid not null,
  id uuid not null,
  -- What is bought: a course, or a plan that is paid once.
  course_id uuid,
  plan_id uuid,
  -- The course that is offered with it.
  bump_course_id uuid not null,
  -- Null for the price of the course. In the currency of that moment: after a change of the school's currency nobody sees the offer.
  price bigint check (price > 0),
  currency text check (currency ~ '^[A-Z]{3}$'),
  headline text not null default '' check (length(headline) <= 240),
  description text not null default '' check (length(description) <= 1200),
  is_on boolean not null,
  position int not null check (position >= 0),
  -- Paid orders whose buyers saw the offer, and those who took it.
  offered_count int not null default 0 check (offered_count >= 0),
  accepted_count int not null default 0 check (accepted_count between 0 and offered_count),
  -- Staff deleted it. Order lines still refer to it.
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (school_id, id),
  check ((course_id is null) <> (plan_id is null)),
  check (course_id <> bump_course_id),
  check ((price is null) = (currency is null)),
  foreign key (school_id, course_id) references courses (school_id, id) on delete cascade,
  foreign key (school_id, plan_id) references payment_plans (school_id, id) on delete cascade,
  foreign key (school_id, bump_course_id) references courses (school_id, id) on delete cascade
);
create index bump_offers_recent on bump_offers (school_id, created_at desc, id desc);
create unique index bump_offers_of_course on bump_offers (school_id, course_id, bump_course_id)
  where course_id is not null and deleted_at is null;
create unique index bump_offers_of_plan on bump_offers (school_id, plan_id, bump_course_id)
  where plan_id is not null and deleted_at is null;
create index bump_offers_by_course on bump_offers (school_id, course_id);
create index bump_offers_by_plan on bump_offers (school_id, plan_id);
create index bump_offers_by_bump_course on bump_offers (school_id, bump_course_id);
alter table bump_offers enable row level security;
alter table bump_offers force row level security;
create policy own_school on bump_offers
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on bump_offers to lyceum_app;

-- What the ledger says of the lines of an offer, added up as journals are posted.
create table bump_revenue (
  school_id uuid not null,
  bump_id uuid not null,
  currency text not null,
  sales bigint not null default 0,
  refunds bigint not null default 0,
  disputes bigint not null default 0,
  primary key (school_id, bump_id, currency),
  foreign key (school_id, bump_id) references bump_offers (school_id, id) on delete cascade
);
alter table bump_revenue enable row level security;
alter table bump_revenue force row level security;
create policy own_school on bump_revenue
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on bump_revenue to lyceum_app;

-- The offers that the buyer saw.
alter table orders add offered_bump_ids uuid[] not null default '{}';
alter table order_lines
  -- The offer by which the line was added to the order.
  add bump_id uuid,
  add constraint order_lines_bump_kind check (bump_id is null or (kind in ('course', 'tier') and purpose = 'self')),
  add constraint order_lines_bump foreign key (school_id, bump_id) references bump_offers (school_id, id);
create index order_lines_of_bump on order_lines (school_id, bump_id) where bump_id is not null;
