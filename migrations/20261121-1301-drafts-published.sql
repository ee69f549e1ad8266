-- The version for new students that a draft was published as, while nobody has changed it since.
alter table content_drafts add column published_as int;
