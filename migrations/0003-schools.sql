-- The public directory of schools.

-- Undistributed: what visitors may find, and what the platform's console reads of all schools at once. A transaction
-- sees one school only, so the row changes in the same transaction as the school.
create table school_directory (
  school_id uuid primary key,
  school_url text not null unique,
  -- The address with similar characters unified: no address may merely look like another.
  address_skeleton text,
  -- Visitors find a school at the root domain that it was opened at. Empty for the platform's own.
  root_domain text not null default '',
  name text not null,
  tagline text not null default '',
  country text not null,
  logo_url text,
  -- The preview image of the school's newest listed course, so that the directory is read without looking into schools.
  preview_upload_id uuid,
  is_listed boolean not null default true,
  plan_name text not null default 'free',
  has_reseller boolean not null default false,
  created_at timestamptz(3) not null default now()
);
create unique index school_directory_look_alike on school_directory (address_skeleton);
-- Finds a school by parts and misspellings of its name or address.
create index school_directory_words on school_directory
  using gin (fold_text(name || ' ' || school_url) gin_trgm_ops) where is_listed;
-- For one or two letters, which have no useful trigram.
create index school_directory_beginning on school_directory (fold_text(name) text_pattern_ops) where is_listed;
-- The console's lists, newest first: all schools, those of a plan, and those with neither a paid plan nor a reseller.
create index school_directory_all on school_directory (created_at desc, school_id desc);
create index school_directory_plan on school_directory (plan_name, created_at desc, school_id desc);
create index school_directory_free on school_directory (created_at desc, school_id desc)
  where plan_name = 'free' and not has_reseller;
create index school_directory_any_words on school_directory
  using gin (fold_text(name || ' ' || school_url) gin_trgm_ops);
create index school_directory_recent on school_directory (root_domain, created_at desc, school_id desc) where is_listed;
-- The console lists and counts the schools of a reseller, listed or not.
create index school_directory_of_reseller on school_directory (root_domain, created_at desc, school_id desc)
  where root_domain <> '';
grant select, insert, update, delete on school_directory to lyceum_app;
