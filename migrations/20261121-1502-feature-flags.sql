-- Undistributed: what is switched on, for everybody, for schools by their address, or for a share of all schools.
create table feature_flags (
  name text primary key check (name ~ '^[a-z][a-z0-9_]{1,59}$'),
  description text not null default '',
  is_on_for_all boolean not null default false,
  school_urls text[] not null default '{}',
  share_percent int not null default 0 check (share_percent between 0 and 100),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
grant select, insert, update, delete on feature_flags to lyceum_app;

-- Where in 0–9999 a school stands for a flag. The same in src/tenancy/feature-flags/feature-flags.ts; a test compares them.
create function flag_place(flag text, school_id uuid) returns int language sql immutable parallel safe
  as $$ select (('x' || left(md5(flag || '/' || school_id::text), 8))::bit(32)::bigint % 10000)::int $$;
