-- In order of creation, so that a referenced table is distributed first.
select create_distributed_table(c.oid::regclass::text, 'school_id')
from pg_class c
join pg_attribute a on a.attrelid = c.oid and a.attname = 'school_id' and a.attnum > 0
where c.relkind = 'r' and c.relrowsecurity and c.relnamespace = 'public'::regnamespace
  and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)
order by c.oid
