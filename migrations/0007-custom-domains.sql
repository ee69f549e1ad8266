-- Custom domains of schools. school_hosts maps active hosts to schools; this table has the state of the DNS
-- check.

create table custom_domains (
  school_id uuid not null,
  id uuid not null,
  domain text not null,
  -- What the owner publishes in DNS. Not a secret: it proves control of the domain, not of the school.
  verification_record text not null,
  state text not null default 'pending' check (state in ('pending', 'verified', 'active', 'failed')),
  -- The invalid record, and the value found.
  problem text
    check (problem in ('record_missing', 'record_mismatch', 'wrong_target', 'target_missing', 'taken', 'dns_unreachable')),
  found_records text[] not null default '{}',
  checked_at timestamptz(3),
  verified_at timestamptz(3),
  failing_since timestamptz(3),
  created_by uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (school_id, id),
  unique (school_id, domain)
);
alter table custom_domains enable row level security;
alter table custom_domains force row level security;
create policy own_school on custom_domains
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on custom_domains to lyceum_app;
