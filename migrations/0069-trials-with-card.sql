-- A free trial that begins once a card is saved, and the mail before its end.
alter table payment_plans add trial_needs_card boolean not null default false;

-- The order of the trial that begins once the card is saved; null for another card setup.
alter table card_setups add trial_order_id uuid;
alter table card_setups add foreign key (school_id, trial_order_id) references orders (school_id, id);
create index card_setups_of_trial on card_setups (school_id, trial_order_id);

-- When to mail that the trial ends; null without a trial, and once the mail was sent.
alter table subscriptions add trial_mail_at timestamptz(3);
create index subscriptions_trial_mail on subscriptions (school_id, trial_mail_at) where trial_mail_at is not null;
