-- People belong to faculties by faculty_members since 20261121-1590; nothing has read this list of names from then on.
alter table users drop column faculties;
