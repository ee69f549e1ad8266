-- Each answer of a registration keeps the question as it was asked, whatever becomes of the form.
alter table users add column registration_labels jsonb not null default '{}';
