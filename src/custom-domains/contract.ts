import { Type } from 'typebox'
import { StringEnum, OkReply, Id, Instant, Nullable, Text } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'

export { refusals } from './refusals.ts'

const OneOf = Type.Object({ id: Id })

/** Why the records of a domain are not valid. */
export const DnsProblem = StringEnum(
  'record_missing',
  'record_mismatch',
  'wrong_target',
  'target_missing',
  'taken',
  'dns_unreachable',
)

const Domain = Type.Object({
  id: Id,
  domain: Type.String(),
  state: StringEnum('pending', 'verified', 'active', 'failed'),
  /** The invalid record; null if there is none, or before the first check. */
  problem: Nullable(DnsProblem),
  /** Records found in DNS instead. */
  found_records: Type.Array(Type.String()),
  checked_at: Nullable(Instant),
  /** When a failed domain stops working. */
  redirects_until: Nullable(Instant),
  /** Whether links use it. */
  is_canonical: Type.Boolean(),
  verification_record: Type.Object({ host: Type.String(), value: Type.String() }),
  created_at: Instant,
})

const Target = Type.Object({
  /** Target of a CNAME record. */
  host: Type.String(),
  /** Targets of A and AAAA records, for domains that cannot have a CNAME. */
  addresses: Type.Array(Type.String()),
})

export const listDomains = defineRoute({
  name: 'listDomains',
  method: 'GET',
  path: '/schools/v2/domains',
  access: 'admin',
  summary: 'List the school’s custom domains, and where they must point',
  transaction: 'own',
  reply: [200, Type.Object({ data: Type.Array(Domain), target: Target, sub_domain: Type.String() })],
})

export const addDomain = defineRoute({
  name: 'addDomain',
  method: 'POST',
  path: '/schools/v2/domains',
  access: 'admin',
  support: 'never',
  summary: 'Add a custom domain; it works once its DNS records are found',
  limits: [{ by: 'user', max: 30, seconds: 3600 }],
  body: Type.Object({ domain: Text(300, { minLength: 1 }) }),
  reply: [201, Domain],
  refusals: ['domain_invalid', 'domain_reserved', 'domain_already_added', 'domain_limit_reached'],
  idempotent: true,
})

export const checkDomain = defineRoute({
  name: 'checkDomain',
  method: 'POST',
  path: '/schools/v2/domains/:id/check',
  access: 'admin',
  summary: 'Check the DNS records of a custom domain now',
  transaction: 'own',
  limits: [{ by: 'user', max: 60, seconds: 3600 }],
  params: OneOf,
  reply: [200, Domain],
})

export const releaseDomain = defineRoute({
  name: 'releaseDomain',
  method: 'DELETE',
  path: '/schools/v2/domains/:id',
  access: 'admin',
  support: 'never',
  summary: 'Remove a custom domain',
  params: OneOf,
  reply: [200, OkReply],
})
