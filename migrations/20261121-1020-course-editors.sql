-- Who saved a course, a lesson or a content last: told to whoever edits the same thing meanwhile.

alter table courses add column updated_by uuid;
alter table lessons add column updated_by uuid;
alter table contents add column updated_by uuid;
