-- When a session passed a second factor, what a one-time token carries of that, and when a person showed that the e-mail
-- is his or hers.
alter table sessions add column second_factor_at timestamptz(3);
alter table account_sessions add column second_factor_at timestamptz(3);
alter table one_time_tokens add column second_factor_at timestamptz(3);
-- Of a challenge whose first step was a mailed link.
alter table one_time_tokens add column is_mailed boolean not null default false;
alter table users add column email_proved_at timestamptz(3);
-- An account has none from the moment that its address was proved until a password is set by mail.
alter table accounts alter column password_hash drop not null;

update account_sessions s set second_factor_at = s.created_at
from accounts a where a.id = s.account_id and a.totp_confirmed_at <= s.created_at;

update accounts a set email = normalize(a.email, NFC)
where a.email is not nfc normalized
  and not exists (select from accounts o where o.root_domain = a.root_domain and o.email = normalize(a.email, NFC));

do $$
declare school record;
begin
  for school in select school_id from school_directory loop
    perform set_config('app.school_id', school.school_id::text, true);
    update sessions s set second_factor_at = s.created_at
    from users u left join accounts a on a.id = u.account_id
    where s.school_id = school.school_id and u.school_id = school.school_id and u.id = s.user_id
      and case when u.account_id is null then u.totp_confirmed_at else a.totp_confirmed_at end <= s.created_at;
    -- Proved: came by a mailed invitation, by a mailed link without a password, or is known to an issuer.
    update users u set email_proved_at = u.created_at
    where u.school_id = school.school_id and u.account_id is null and (
      u.password_hash is null
      or exists (select from sign_in_links l where l.school_id = school.school_id and l.user_id = u.id)
      or exists (
        select from invitations i
        where i.school_id = school.school_id and i.email = u.email and i.accepted_at is not null
      )
    );
    update users u set email = normalize(u.email, NFC)
    where u.school_id = school.school_id and u.email is not nfc normalized and not exists (
      select from users o
      where o.school_id = school.school_id and o.status <> 'removed' and o.email = normalize(u.email, NFC)
    );
  end loop;
  perform set_config('app.school_id', '', true);
end $$;
