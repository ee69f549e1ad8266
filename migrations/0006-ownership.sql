-- Offers to transfer a school, or to become co-owner.

-- Undistributed, since the recipient belongs to no school yet.
create table ownership_offers (
  id uuid primary key,
  school_id uuid not null,
  kind text not null check (kind in ('transfer', 'co_owner')),
  -- One mail may offer several schools: they share its token.
  token_hash bytea not null,
  -- Accounts belong to one root domain.
  root_domain text not null default '',
  from_account_id uuid not null references accounts on delete cascade,
  to_email text not null,
  -- New role of the former owner after a transfer.
  former_owner_becomes text check (former_owner_becomes in ('admin', 'no_role')),
  state text not null default 'open' check (state in ('open', 'accepted', 'withdrawn')),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  check ((kind = 'transfer') = (former_owner_becomes is not null))
);
-- One transfer per school at a time, and one offer per person.
create unique index ownership_offers_transfer on ownership_offers (school_id) where kind = 'transfer' and state = 'open';
create unique index ownership_offers_asked on ownership_offers (school_id, to_email) where kind = 'co_owner' and state = 'open';
create index ownership_offers_token on ownership_offers (token_hash);
create index ownership_offers_from on ownership_offers (from_account_id);
create index ownership_offers_expiry on ownership_offers (expires_at);
grant select, insert, update, delete on ownership_offers to lyceum_app;
