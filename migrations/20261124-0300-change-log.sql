-- What processes tell each other to drop from their caches, for those that cannot listen: behind a pooler that gives each
-- transaction another connection, LISTEN hears nothing.

create table change_log (
  id bigint generated always as identity primary key,
  -- Readers compare it with the oldest transaction that was running when they last looked, so that none is missed.
  transaction_id xid8 not null default pg_current_xact_id(),
  -- A school's id; empty where everything may have changed.
  topic text not null,
  changed_at timestamptz not null default now()
);
create index change_log_transaction on change_log (transaction_id);
create index change_log_age on change_log (changed_at);
grant select on change_log to lyceum_app;

create function announce_change(topic text) returns void language sql security definer set search_path = public, pg_temp as $$
  insert into change_log (topic) values (announce_change.topic);
  select pg_notify('lyceum_changes', announce_change.topic);
$$;
revoke all on function announce_change(text) from public;
grant execute on function announce_change(text) to lyceum_app;
