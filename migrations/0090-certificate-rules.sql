-- Certificates that are issued by themselves to students who meet a condition.

create table certificate_rules (
  school_id uuid not null,
  id uuid not null,
  template_id uuid not null,
  -- The course that the student must complete.
  course_id uuid not null,
  -- The assessment in which the student must also reach the score; null: completing the course is enough.
  content_id uuid,
  min_score int check (min_score between 1 and 100),
  created_by uuid,
  created_at timestamptz(3) not null,
  primary key (school_id, id),
  check ((content_id is null) = (min_score is null)),
  foreign key (school_id, template_id) references certificate_templates (school_id, id) on delete cascade,
  foreign key (school_id, course_id) references courses (school_id, id) on delete cascade,
  foreign key (school_id, content_id) references contents (school_id, id) on delete cascade
);
-- A condition twice would issue two certificates.
create unique index certificate_rules_once on certificate_rules
  (school_id, template_id, course_id, content_id) nulls not distinct;
create index certificate_rules_of_template on certificate_rules (school_id, template_id, created_at, id);
create index certificate_rules_of_course on certificate_rules (school_id, course_id);
create index certificate_rules_of_content on certificate_rules (school_id, content_id);
alter table certificate_rules enable row level security;
alter table certificate_rules force row level security;
create policy own_school on certificate_rules
  using (school_id = nullif(current_setting('app.school_id', true), '')::uuid)
  with check (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
grant select, insert, delete on certificate_rules to lyceum_app;

-- Lists of certificates by their state.
create index certificates_by_state on certificates (school_id, state, issued_at desc, id desc);
