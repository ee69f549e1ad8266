-- Instalments and subscriptions that are paid by bank transfer.
alter table bank_transfer_settings add allows_plans boolean not null default false;

alter table subscriptions add pays_by text not null default 'card' check (pays_by in ('card', 'bank_transfer'));
-- The order of the next period, which a person who pays by transfer gets before the period begins.
alter table subscriptions add next_order_id uuid;
alter table subscriptions add foreign key (school_id, next_order_id) references orders (school_id, id);
create index subscriptions_of_next_order on subscriptions (school_id, next_order_id);
