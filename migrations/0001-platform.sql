-- The platform without schools: extensions, idempotency, change log of caches, workers.

create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists btree_gin;

grant usage on schema public to lyceum_app;
-- The archive of a school lists the migrations of its rows.
grant select on schema_migrations to lyceum_app;

-- Lower case without accents, for searching. Immutable, so that indexes can use it.
create function fold_text(value text) returns text language sql immutable parallel safe strict
  as $$ select lower(public.unaccent('public.unaccent'::regdictionary, value)) $$;

-- Below a row-level policy, Postgres uses an index only for leakproof conditions. These functions reveal nothing about
-- a row except their result. Only a superuser may declare it; without, a text search reads all rows of its school.
do $$ begin
  alter function public.fold_text(text) leakproof;
  alter function pg_catalog.textcat(text, text) leakproof;
  alter function pg_catalog.textlike(text, text) leakproof;
  alter function pg_catalog.ts_match_vq(tsvector, tsquery) leakproof;
  alter function public.word_similarity_op(text, text) leakproof;
  alter function public.word_similarity_commutator_op(text, text) leakproof;
exception when insufficient_privilege then
  raise notice 'text searches do not use their indexes: only a superuser can declare functions leakproof';
end $$;

-- Answers to requests with an Idempotency-Key, and the claims of requests that are still running.
create table idempotency_keys (
  key_hash bytea primary key,
  body_hash bytea not null,
  claimed_until timestamptz(3) not null,
  status int,
  response text,
  created_at timestamptz(3) not null default now()
);
create index idempotency_keys_age on idempotency_keys (created_at);
grant select, insert, update, delete on idempotency_keys to lyceum_app;

-- Changes announced to the caches of other processes. Needed behind a transaction pooler, where LISTEN receives
-- nothing.
create table change_log (
  id bigint generated always as identity primary key,
  -- Readers compare it with the oldest running transaction at their last read, so that none is missed.
  transaction_id xid8 not null default pg_current_xact_id(),
  -- A school's id; empty where everything may have changed.
  topic text not null,
  changed_at timestamptz not null default now()
);
create index change_log_transaction on change_log (transaction_id);
create index change_log_age on change_log (changed_at);
grant select on change_log to lyceum_app;

-- Records a change for other processes and notifies those that listen.
create function notify_change(topic text) returns void language sql security definer set search_path = public, pg_temp as $$
  insert into change_log (topic) values (notify_change.topic);
  select pg_notify('lyceum_changes', notify_change.topic);
$$;

revoke all on function notify_change from public;
grant execute on function notify_change to lyceum_app;

-- Which worker processes are alive. Jobs locked by a silent worker are given to others.
create table worker_heartbeats (
  worker_id text primary key,
  started_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now()
);
