-- Plans, and what the platform's console reads of all schools. A transaction sees one school, so what is asked of all
-- of them at once stands in the directory, which changes together with the school.

alter table schools add constraint schools_plan check
  (plan_name in ('free', 'whitelabel_subscription', 'subscription', 'enterprise', 'commission'));

alter table school_directory
  add column plan_name text not null default 'free',
  add column has_reseller boolean not null default false;

do $$
declare school record;
begin
  for school in select school_id from school_directory loop
    perform set_config('app.school_id', school.school_id::text, true);
    update school_directory d
    set plan_name = s.plan_name, has_reseller = s.whitelabel_referrer_root_domain is not null
    from schools s
    where s.school_id = school.school_id and d.school_id = school.school_id;
  end loop;
  perform set_config('app.school_id', '', true);
end $$;

-- Newest first: all, those of a plan, and those that have neither a paid plan nor a reseller.
create index school_directory_all on school_directory (created_at desc, school_id desc);
create index school_directory_plan on school_directory (plan_name, created_at desc, school_id desc);
create index school_directory_free on school_directory (created_at desc, school_id desc)
  where plan_name = 'free' and not has_reseller;
create index school_directory_any_words on school_directory
  using gin (folded(name || ' ' || school_url) gin_trgm_ops);

-- What the platform's own people did to a school is found in the platform's log by that school.
create index audit_log_about_school on audit_log (school_id, (change ->> 'school_id'), created_at desc, id desc)
  where change ? 'school_id';
create index audit_log_by_actor on audit_log (school_id, actor_id, created_at desc, id desc);
create index audit_log_by_action on audit_log (school_id, action, created_at desc, id desc);
