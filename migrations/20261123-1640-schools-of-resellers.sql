-- The console lists and counts the schools of a reseller, listed for strangers or not.
create index school_directory_of_reseller on school_directory (root_domain, created_at desc, school_id desc)
  where root_domain <> '';
