-- Many invitations at once: their mails go out a few at a time, or not at all.
alter table invitations add column mail_state text not null default 'sent'
  check (mail_state in ('none', 'due', 'sent'));
create index invitations_due on invitations (school_id, created_at, id) where mail_state = 'due';
