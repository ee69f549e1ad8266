-- Who waits for approval, in any course of the school, the longest waiting first.
create index enrolments_waiting on enrolments (school_id, created_at, course_id, user_id) where status = 'pending';
