-- How many distinct seconds a set of played ranges holds.
create function seconds_in(played int4multirange) returns int language sql immutable parallel safe strict
  as $$ select coalesce(sum(upper(r) - lower(r)), 0)::int from unnest(played) r $$;

-- A course's students by when they last learned there, or came.
create index enrolments_active on enrolments
  (school_id, course_id, (coalesce(last_opened_at, created_at)) desc, user_id desc);

-- Finds one student's progress in a content as the key does: whichever of the two the planner takes, it reads one row.
drop index content_progress_of_content;
create index content_progress_of_content on content_progress (school_id, content_id, user_id);
