-- A mail that a worker is handing over stays claimed for a moment, so that no second worker sends it as well.
alter table mail_outbox add column claimed_until timestamptz(3);
