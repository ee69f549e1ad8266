-- Versions for new students are found too, by who reads them. 0 is what everybody reads.
alter table content_passages
  add column version int not null default 0 check (version >= 0),
  drop constraint content_passages_pkey,
  add primary key (school_id, content_id, version, position);
