-- When the account of an owner who asked for it will be erased; logging in before takes the wish back.
alter table accounts add column erase_at timestamptz(3);
create index accounts_to_erase on accounts (erase_at) where erase_at is not null;
grant delete on accounts to lyceum_app;

-- The address of an account that is being erased becomes unreadable in the platform's log; what was done stays.
create function forget_account_in_audit_log(account uuid) returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  address text;
  changed bigint;
begin
  perform public.ensure_platform();
  select a.email into address from public.accounts a where a.id = account and a.erase_at <= now();
  if address is null then
    raise exception 'nobody is to be erased here';
  end if;
  update public.audit_log l
    set change = replace(l.change::text, to_json(address)::text, '"erased"')::jsonb
    where l.school_id = '00000000-0000-0000-0000-000000000000'
      and position(to_json(address)::text in l.change::text) > 0;
  get diagnostics changed = row_count;
  return changed;
end $$;
revoke all on function forget_account_in_audit_log from public;
grant execute on function forget_account_in_audit_log to lyceum_app;
