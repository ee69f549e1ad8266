-- Resellers run schools under a name and a root domain of their own.

-- Undistributed, as school_hosts is: a host is looked up here before the request's school is known.
create table resellers (
  id uuid primary key,
  name text not null,
  -- The key of its schools and its owners' accounts; it changes only while no request is answered at it.
  root_domain text not null unique check (root_domain <> ''),
  theme jsonb not null,
  theme_css text not null,
  -- A small image, encoded again on the server. Its URL contains the hash, so that it can be cached for ever.
  logo bytea,
  logo_hash text,
  mail_sender_name text not null,
  mail_sender_address text not null,
  -- A reseller sends from a verified domain: at or below the root domain, or verified by its own DNS record.
  -- Until then its mail comes from the root domain.
  mail_verification_record text not null,
  is_mail_verified boolean not null default false,
  mail_domain_problem text check (mail_domain_problem in ('record_missing', 'record_mismatch', 'dns_unreachable')),
  mail_found_records text[] not null default '{}',
  support_email text not null default '',
  terms_url text,
  privacy_url text,
  -- The reseller's part of the platform's share of sales, in hundredths of a per cent.
  share_basis_points int not null default 0 check (share_basis_points between 0 and 10000),
  state text not null default 'active' check (state in ('active', 'suspended')),
  -- What the reseller publishes in DNS, and the state of the check, as in custom_domains.
  verification_record text not null,
  domain_state text not null default 'pending' check (domain_state in ('pending', 'verified', 'active', 'failed')),
  domain_problem text
    check (domain_problem in ('record_missing', 'record_mismatch', 'wrong_target', 'target_missing', 'taken', 'dns_unreachable')),
  domain_found_records text[] not null default '{}',
  checked_at timestamptz(3),
  failing_since timestamptz(3),
  -- Whether requests to the root domain are answered.
  is_serving boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index resellers_recent on resellers (created_at desc, id desc);
grant select, insert, update on resellers to lyceum_app;
