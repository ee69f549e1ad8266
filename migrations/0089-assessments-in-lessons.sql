-- Contents that show an assessment; its result completes them, and opens others.

alter table contents drop constraint contents_type_check;
alter table contents add constraint contents_type_check
  check (type in ('text', 'video', 'audio', 'file', 'embed', 'assessment'));

-- By default an assessment is completed when it is submitted.
alter table contents drop constraint contents_completion_rule_check;
alter table contents add constraint contents_completion_rule_check
  check (completion_rule in ('opened', 'read', 'watched', 'marked', 'submitted', 'passed'));

-- Score from 1 to 100 that the prerequisite, an assessment, requires; null: it must be completed.
alter table contents add column opens_after_score int check (opens_after_score between 1 and 100);

-- Newest result of the student in the assessment of the content. The score is null while there is none, or while a person
-- must mark the answers.
alter table content_progress add column score double precision check (score between 0 and 100);
alter table content_progress add column is_submitted boolean not null default false;
alter table content_progress add column is_passed boolean not null default false;
