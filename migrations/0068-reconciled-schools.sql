-- Undistributed, one row for each school whose own accounts are compared every night: the console lists them.
create table reconciled_schools (
  school_id uuid primary key,
  last_run_at timestamptz(3) not null,
  last_run_state text not null check (last_run_state in ('succeeded', 'failed')),
  open_differences int not null check (open_differences >= 0),
  -- Providers that refused the keys of the connected account in the last run.
  failing_providers text[] not null default '{}' check (failing_providers <@ array['stripe', 'paystack', 'flutterwave'])
);
create index reconciled_schools_recent on reconciled_schools (last_run_at desc, school_id desc);
create index reconciled_schools_with_problems on reconciled_schools (last_run_at desc, school_id desc)
  where open_differences > 0 or last_run_state = 'failed';
grant select, insert, update, delete on reconciled_schools to lyceum_app;

create index reconciliation_differences_open on reconciliation_differences (school_id) where state = 'open';
