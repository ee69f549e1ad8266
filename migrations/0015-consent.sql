-- Legal texts of a school, their acceptance, and consents. Versions, acceptances and consents are only ever added.

-- The text that the school is editing.
create table legal_drafts (
  school_id uuid not null,
  kind text not null check (kind in ('terms', 'privacy')),
  -- Rich text, or the address of a page of the school's own; exactly one of them counts.
  body text not null default '',
  url text,
  updated_at timestamptz(3) not null,
  updated_by uuid not null,
  primary key (school_id, kind)
);
alter table legal_drafts enable row level security;
alter table legal_drafts force row level security;
create policy own_school on legal_drafts
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on legal_drafts to lyceum_app;

-- Every published version of a text.
create table legal_versions (
  school_id uuid not null,
  kind text not null check (kind in ('terms', 'privacy')),
  version int not null check (version > 0),
  body text not null default '',
  url text,
  needs_acceptance boolean not null,
  -- Summary of changes by the publisher.
  changes text not null default '',
  published_at timestamptz(3) not null,
  published_by uuid not null,
  primary key (school_id, kind, version)
);
alter table legal_versions enable row level security;
alter table legal_versions force row level security;
create policy own_school on legal_versions
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert on legal_versions to lyceum_app;

create table legal_acceptances (
  school_id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('terms', 'privacy')),
  -- 0 if the school had no text: then url is the platform's or the reseller's page.
  version int not null check (version >= 0),
  url text,
  source text not null check (source in ('registration', 'invitation', 'oidc', 'magic_link', 'new_version_notice')),
  accepted_at timestamptz(3) not null,
  primary key (school_id, user_id, kind, version),
  foreign key (school_id, user_id) references users (school_id, id)
);
create index legal_acceptances_newest on legal_acceptances (school_id, accepted_at, user_id);
alter table legal_acceptances enable row level security;
alter table legal_acceptances force row level security;
create policy own_school on legal_acceptances
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert on legal_acceptances to lyceum_app;

create table consents (
  school_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  purpose text not null
    check (purpose in ('school_news', 'course_offers', 'surveys', 'usage_statistics', 'error_reports')),
  is_given boolean not null,
  -- The language in which the question was read.
  language text not null,
  changed_at timestamptz(3) not null,
  primary key (school_id, id),
  foreign key (school_id, user_id) references users (school_id, id)
);
create index consents_of_person on consents (school_id, user_id, purpose, changed_at, id);
alter table consents enable row level security;
alter table consents force row level security;
create policy own_school on consents
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert on consents to lyceum_app;
