-- A second factor by one-time codes (RFC 6238), of users and of owners' accounts.
-- The secret is sealed; the last step that was used is kept, so that no code passes twice; recovery codes are hashes.

alter table users
  add column totp_secret bytea,
  add column totp_confirmed_at timestamptz(3),
  add column totp_step bigint not null default 0,
  add column recovery_codes bytea[] not null default '{}';

alter table accounts
  add column totp_secret bytea,
  add column totp_confirmed_at timestamptz(3),
  add column totp_step bigint not null default 0,
  add column recovery_codes bytea[] not null default '{}';

alter table schools add column require_second_factor boolean not null default false;
