-- Courses that are bought for somebody else: as a gift, or as seats of a group.
alter table courses add seats_offered boolean not null default false;
alter table order_lines
  -- Who learns: the buyer, one other person, or the people to whom the buyer gives seats.
  add purpose text not null default 'self' check (purpose in ('self', 'gift', 'seats')),
  -- `gross` is the price of all of them.
  add quantity int not null default 1 check (quantity between 1 and 500),
  -- Seats that were given back, from the request of their refund on.
  add refunded_quantity int not null default 0 check (refunded_quantity between 0 and quantity),
  -- Why nobody can take a seat any more; null while people can.
  add seats_closed text check (seats_closed in ('refunded', 'disputed')),
  add constraint order_lines_purpose check (purpose = 'self' or kind in ('course', 'tier')),
  add constraint order_lines_quantity check (purpose = 'seats' or quantity = 1);
-- Seats that this part of a refund gives back; a refund that fails returns them.
alter table refund_lines add seats int not null default 0 check (seats between 0 and 500);

-- Seats of an order line that somebody has, or is invited to. The other seats of the line are free and have no row.
create table seats (
  school_id uuid not null,
  id uuid not null,
  line_id uuid not null,
  order_id uuid not null,
  -- `unpaid` is the gift of an unpaid order. `ended`: withdrawn, or taken back; the seat is free again.
  state text not null check (state in ('unpaid', 'invited', 'taken', 'ended')),
  -- The recipient in small letters; null for somebody who joined by the link of the line.
  email text check (length(email) <= 254),
  name text not null default '' check (length(name) <= 120),
  message text not null default '' check (length(message) <= 2000),
  -- Day in the school's time zone on which a gift is mailed, such as 2026-12-24; null for at once.
  send_on text check (send_on ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  mail_due_at timestamptz(3),
  mailed_at timestamptz(3),
  -- SHA-256 of the code in the mailed link.
  code_hash bytea,
  user_id uuid,
  taken_at timestamptz(3),
  ended_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (school_id, id),
  check (state <> 'taken' or user_id is not null),
  foreign key (school_id, line_id) references order_lines (school_id, id),
  foreign key (school_id, order_id) references orders (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id)
);
create index seats_of_line on seats (school_id, line_id, created_at, id);
create index seats_of_order on seats (school_id, order_id);
create index seats_of_user on seats (school_id, user_id);
create index seats_of_email on seats (school_id, email);
create index seats_to_mail on seats (school_id, mail_due_at) where mail_due_at is not null;
create unique index seats_by_code on seats (school_id, code_hash);
create unique index seats_of_person on seats (school_id, line_id, user_id) where state = 'taken';
create unique index seats_of_invited on seats (school_id, line_id, email) where state in ('unpaid', 'invited');
alter table seats enable row level security;
alter table seats force row level security;
create policy own_school on seats
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on seats to lyceum_app;

-- The link by which people take free seats of a line. A new link replaces the former one.
create table seat_links (
  school_id uuid not null,
  id uuid not null,
  line_id uuid not null,
  order_id uuid not null,
  code_hash bytea not null,
  max_uses int not null check (max_uses between 1 and 500),
  uses int not null default 0 check (uses between 0 and max_uses),
  ended_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (school_id, id),
  foreign key (school_id, line_id) references order_lines (school_id, id),
  foreign key (school_id, order_id) references orders (school_id, id)
);
create unique index seat_links_by_code on seat_links (school_id, code_hash);
create unique index seat_links_open on seat_links (school_id, line_id) where ended_at is null;
create index seat_links_of_line on seat_links (school_id, line_id);
create index seat_links_of_order on seat_links (school_id, order_id);
alter table seat_links enable row level security;
alter table seat_links force row level security;
create policy own_school on seat_links
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on seat_links to lyceum_app;
