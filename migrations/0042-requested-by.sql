-- The person who requested an export has the same column name as in every other domain.
alter table data_exports rename column asked_by to requested_by;
