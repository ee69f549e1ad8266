-- The picture that a school's newest listed course has for find-school: the directory is read without looking into schools.
alter table school_directory add column preview_upload_id uuid;
create index courses_with_preview on courses (school_id, created_at desc, id desc)
  where find_school_preview_image is not null and deleted_at is null and course_is_public and not is_hidden;
