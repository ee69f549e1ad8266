-- A reseller sends from a domain that its owner proved, as the root domain is proven: at or below the root itself, or by a
-- record of its own. Until then its mail comes from the root.
alter table resellers
  add column mail_proof text not null default 'school-verification=' || gen_random_uuid(),
  add column mail_proven boolean not null default false,
  add column mail_problem text check (mail_problem in ('proof_missing', 'proof_differs', 'dns_silent')),
  add column mail_found text[] not null default '{}';
alter table resellers alter column mail_proof drop default;
