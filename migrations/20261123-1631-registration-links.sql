-- Registering without a password: what somebody typed waits here until the mailed link is opened.

alter table schools add column allow_magic_link_registration boolean not null default false;

create table registration_links (
  school_id uuid not null,
  -- Of what the job is told, which then makes the token: nothing that is stored or queued opens the link.
  ask_hash bytea not null,
  -- Null until the link is mailed.
  token_hash bytea,
  email text not null,
  name text not null,
  custom_auth_input jsonb not null,
  registration_labels jsonb not null,
  -- The texts that were accepted, by kind and version.
  accepted jsonb not null,
  language text not null,
  redirect text,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (school_id, ask_hash),
  unique (school_id, token_hash)
);
create index registration_links_email on registration_links (school_id, email);
create index registration_links_expiry on registration_links (school_id, expires_at);
alter table registration_links enable row level security;
alter table registration_links force row level security;
create policy own_school on registration_links using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on registration_links to lyceum_app;
