-- Room for an announced file is reserved until no byte of it has arrived for some minutes; then only what arrived counts.
alter table uploads
  -- Null for files that jobs write, and for what was announced before this column.
  add column reserved_until timestamptz(3),
  -- Bytes of the quotas that a pending upload holds, where these are fewer than its size.
  add column reserved_bytes bigint check (reserved_bytes >= 0 and reserved_bytes < size);
