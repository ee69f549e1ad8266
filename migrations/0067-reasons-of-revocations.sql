-- Why an entitlement was revoked has a column of its own, so that one that is restored still says why it was granted.
alter table entitlements
  add column revocation_reason text check (revocation_reason in ('refunded', 'dispute', 'ended'));

-- Revocations of before. The owner of the table changes the rows of all schools for it. They no longer say why they were granted:
-- almost all were paid.
alter table entitlements no force row level security;
update entitlements set revocation_reason = reason, reason = 'paid'
  where revoked_at is not null and reason in ('refunded', 'dispute', 'ended');
alter table entitlements force row level security;
