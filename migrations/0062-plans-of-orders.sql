-- An order line of a plan refers to a plan of the same school: plans with orders are archived, never deleted.
alter table order_lines
  add foreign key (school_id, plan_id) references payment_plans (school_id, id);
