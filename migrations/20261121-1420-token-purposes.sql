-- One-time tokens for login links, for answers of an OpenID issuer and for the second step of a login.

alter table one_time_tokens drop constraint one_time_tokens_purpose_check;
alter table one_time_tokens add constraint one_time_tokens_purpose_check check (purpose in (
  'reset_password', 'create_password', 'handoff', 'magic_link', 'sign_in', 'second_factor', 'enrol_second_factor'
));
