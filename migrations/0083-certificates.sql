-- Certificates of schools: templates with immutable versions, and what was issued from them.

create table certificate_templates (
  school_id uuid not null,
  id uuid not null,
  name text not null check (length(name) between 1 and 150),
  -- Null: a template for any course.
  course_id uuid,
  -- Number of the current version.
  version int not null check (version > 0),
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Issued certificates keep their version.
  deleted_at timestamptz(3),
  primary key (school_id, id),
  foreign key (school_id, course_id) references courses (school_id, id)
);
create index certificate_templates_recent on certificate_templates (school_id, updated_at desc, id desc)
  where deleted_at is null;
create index certificate_templates_of_course on certificate_templates (school_id, course_id, updated_at desc, id desc);
alter table certificate_templates enable row level security;
alter table certificate_templates force row level security;
create policy own_school on certificate_templates
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on certificate_templates to lyceum_app;

-- What a certificate looks like. A changed template is a new version.
create table certificate_template_versions (
  school_id uuid not null,
  template_id uuid not null,
  number int not null,
  -- See CertificateDesign in src/lib/certificates/design.ts.
  design jsonb not null,
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  primary key (school_id, template_id, number),
  foreign key (school_id, template_id) references certificate_templates (school_id, id)
);
alter table certificate_template_versions enable row level security;
alter table certificate_template_versions force row level security;
create policy own_school on certificate_template_versions
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert on certificate_template_versions to lyceum_app;

-- Images of a version. The foreign key keeps them as long as the version exists.
create table certificate_template_files (
  school_id uuid not null,
  template_id uuid not null,
  number int not null,
  upload_id uuid not null,
  primary key (school_id, template_id, number, upload_id),
  foreign key (school_id, template_id, number)
    references certificate_template_versions (school_id, template_id, number),
  foreign key (school_id, upload_id) references uploads (school_id, id)
);
create index certificate_template_files_of_upload on certificate_template_files (school_id, upload_id);
alter table certificate_template_files enable row level security;
alter table certificate_template_files force row level security;
create policy own_school on certificate_template_files
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert on certificate_template_files to lyceum_app;

-- The last number of a school. The row is locked until the transaction that issues ends: no gaps.
create table certificate_counters (
  school_id uuid not null primary key,
  last_number int not null check (last_number >= 0)
);
alter table certificate_counters enable row level security;
alter table certificate_counters force row level security;
create policy own_school on certificate_counters
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on certificate_counters to lyceum_app;

create table certificates (
  school_id uuid not null,
  -- 128 random bits: whoever has the id may read what the certificate says.
  id uuid not null,
  number int not null check (number > 0),
  template_id uuid not null,
  template_version int not null,
  course_id uuid,
  student_id uuid not null,
  -- As on the certificate, whatever course and student are called later. Empty once the person is erased.
  student_name text not null,
  course_name text not null,
  -- Further texts of the moment: see CertificateSnapshot in src/certificates/issuing/snapshot.ts.
  snapshot jsonb not null,
  -- A second request to issue under the same key issues nothing.
  issue_key text not null,
  source text not null check (source in ('manual', 'bulk', 'request', 'correction', 'rule')),
  state text not null default 'issued' check (state in ('issued', 'revoked', 'superseded')),
  issued_at timestamptz(3) not null,
  issued_by uuid,
  expires_at timestamptz(3),
  ended_at timestamptz(3),
  ended_by uuid,
  end_reason text not null default '',
  replaces_id uuid,
  replaced_by_id uuid,
  -- Whether visitors see the student's name.
  is_public boolean not null default true,
  erased_at timestamptz(3),
  -- Objects of the drawn certificate; null until somebody opens it.
  pdf_key text,
  image_key text,
  primary key (school_id, id),
  unique (school_id, number),
  unique (school_id, issue_key),
  check ((state = 'superseded') = (replaced_by_id is not null)),
  check ((state = 'issued') = (ended_at is null)),
  foreign key (school_id, template_id, template_version)
    references certificate_template_versions (school_id, template_id, number),
  foreign key (school_id, course_id) references courses (school_id, id),
  foreign key (school_id, student_id) references users (school_id, id),
  foreign key (school_id, replaces_id) references certificates (school_id, id) on delete cascade,
  foreign key (school_id, replaced_by_id) references certificates (school_id, id) on delete cascade
);
create index certificates_recent on certificates (school_id, issued_at desc, id desc);
create index certificates_of_student on certificates (school_id, student_id, issued_at desc, id desc);
create index certificates_of_course on certificates (school_id, course_id, issued_at desc, id desc);
create index certificates_of_version on certificates (school_id, template_id, template_version, student_id);
create index certificates_replacing on certificates (school_id, replaces_id);
create index certificates_replaced on certificates (school_id, replaced_by_id);
alter table certificates enable row level security;
alter table certificates force row level security;
create policy own_school on certificates
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update on certificates to lyceum_app;

create table certificate_requests (
  school_id uuid not null,
  id uuid not null,
  student_id uuid not null,
  course_id uuid not null,
  state text not null default 'requested' check (state in ('requested', 'approved', 'declined')),
  message text not null default '' check (length(message) <= 1000),
  decline_reason text not null default '' check (length(decline_reason) <= 1000),
  certificate_id uuid,
  created_at timestamptz(3) not null,
  decided_at timestamptz(3),
  decided_by uuid,
  primary key (school_id, id),
  check ((state = 'requested') = (decided_at is null)),
  check ((state = 'approved') = (certificate_id is not null)),
  foreign key (school_id, student_id) references users (school_id, id),
  foreign key (school_id, course_id) references courses (school_id, id),
  foreign key (school_id, certificate_id) references certificates (school_id, id)
);
create unique index certificate_requests_open on certificate_requests (school_id, course_id, student_id)
  where state = 'requested';
create index certificate_requests_by_state on certificate_requests (school_id, state, created_at, id);
create index certificate_requests_of_course on certificate_requests (school_id, course_id, student_id);
create index certificate_requests_of_student on certificate_requests (school_id, student_id, created_at desc, id desc);
create index certificate_requests_of_certificate on certificate_requests (school_id, certificate_id);
alter table certificate_requests enable row level security;
alter table certificate_requests force row level security;
create policy own_school on certificate_requests
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, update, delete on certificate_requests to lyceum_app;

-- Undistributed: the school of a certificate, for hosts that name no school or another one.
create table certificate_addresses (
  certificate_id uuid primary key,
  school_id uuid not null
);
grant select, insert on certificate_addresses to lyceum_app;

-- Undistributed: what anybody may still read of a certificate whose school was erased.
create table retained_certificates (
  certificate_id uuid primary key,
  school_id uuid not null,
  -- See PublicCertificate in src/certificates/verification/find-public-certificate.ts.
  facts jsonb not null,
  created_at timestamptz(3) not null default now()
);
grant select, insert on retained_certificates to lyceum_app;
