-- What opens soon and what is new in the courses of a student, each found without looking at the other contents.
create index contents_opening on contents (school_id, course_id, opens_at) where opens_at is not null;
create index contents_dripping on contents (school_id, course_id, opens_after_days) where opens_after_days is not null;
create index contents_published on contents (school_id, course_id, published_at desc) where is_published;
