-- Sale prices with their first and last day. Days are texts such as 2026-11-30: they mean days in the school's time zone, and
-- are compared with the day there. Both are inclusive; null means no limit. A sale price that is not below the price counts
-- for nothing.
alter table courses
  add sale_price bigint check (sale_price > 0),
  -- One for each tier, or null for a tier without a sale price.
  add sale_tiering_prices jsonb not null default '[]',
  add sale_starts_on text check (sale_starts_on ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  add sale_ends_on text check (sale_ends_on ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$');
alter table payment_plans
  add sale_price bigint check (sale_price > 0),
  add sale_starts_on text check (sale_starts_on ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  add sale_ends_on text check (sale_ends_on ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$');
