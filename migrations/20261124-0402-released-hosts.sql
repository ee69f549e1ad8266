-- A custom domain that its school released goes on leading to the school for a while.
alter table school_hosts add column released_at timestamptz;
create index school_hosts_released on school_hosts (released_at) where released_at is not null;
