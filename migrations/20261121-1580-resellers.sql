-- Resellers: whoever runs schools of ours under a name and a root domain of his own. Undistributed, as school_hosts is:
-- a host is looked up here before anybody knows of which school it is.

create table resellers (
  id uuid primary key,
  name text not null,
  -- What its schools and its owners' accounts are filed under; it changes only while it answers for nobody.
  root_domain text not null unique check (root_domain <> ''),
  theme jsonb not null,
  theme_css text not null,
  -- A small picture, made anew by us from what was sent. Named by its hash, so that it can be kept for ever.
  logo bytea,
  logo_hash text,
  mail_sender_name text not null,
  mail_sender_address text not null,
  support_email text not null default '',
  terms_url text,
  privacy_url text,
  state text not null default 'active' check (state in ('active', 'suspended')),
  -- What the reseller puts into DNS, and how far the domain has come, as in custom_domains.
  proof text not null,
  domain_state text not null default 'pending' check (domain_state in ('pending', 'verified', 'active', 'failed')),
  domain_problem text check (domain_problem in ('proof_missing', 'proof_differs', 'points_elsewhere', 'points_nowhere', 'taken', 'dns_silent')),
  domain_found text[] not null default '{}',
  checked_at timestamptz(3),
  failing_since timestamptz(3),
  -- Whether requests to the root domain are answered.
  answers boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index resellers_recent on resellers (created_at desc, id desc);
grant select, insert, update on resellers to lyceum_app;

-- Strangers find a school at the root that it was opened at. Empty is the platform's own.
alter table school_directory add column root_domain text not null default '';
drop index school_directory_recent;
create index school_directory_recent on school_directory (root_domain, created_at desc, school_id desc) where is_listed;

-- An owner's account is one root's: whoever runs a school at a reseller is unknown to us and to every other.
alter table accounts add column root_domain text not null default '';
alter table accounts drop constraint accounts_email_key;
alter table accounts add constraint accounts_email_key unique (root_domain, email);

-- Null where MAIL_FROM serves.
alter table mail_outbox add column sender_address text;
