import { Type } from 'typebox'
import { declareRefusals } from '#platform/contract/refusal-codes.ts'
import {
  StringEnum,
  Email,
  Id,
  Instant,
  SingleLineText,
  PageOf,
  Nullable,
  PagingParams,
  Text,
} from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { DnsProblem } from '#custom-domains/contract.ts'
import { Theme } from '#schools/contract.ts'

export const refusals = declareRefusals({
  root_domain_taken: [
    409,
    'This domain already belongs to a reseller, or lies above or below a reseller’s domain.',
  ],
  root_domain_in_use: [
    409,
    'You cannot change the root domain while it is active, or while schools or accounts use it.',
  ],
})

const base = '/console/v1/resellers'
/** An absolute web address. */
const Link = Text(500, { pattern: '^https://[^\\s/?#]+(?:[/?#]\\S*)?$' })

/** The reseller's part of the platform's share of sales, in hundredths of a per cent. */
const ShareBasisPoints = Type.Integer({ minimum: 0, maximum: 10_000 })

const Reseller = Type.Object({
  id: Id,
  name: Type.String(),
  root_domain: Type.String(),
  theme: Theme,
  has_logo: Type.Boolean(),
  mail_sender_name: Type.String(),
  mail_sender_address: Type.String(),
  mail: Type.Object({
    /** Whether mail may be sent from that address; until then the root domain is the sender. */
    is_verified: Type.Boolean(),
    problem: Nullable(DnsProblem),
    found_records: Type.Array(Type.String()),
    /** Null if the record of the root domain verifies the sender. */
    verification_record: Nullable(Type.Object({ host: Type.String(), value: Type.String() })),
  }),
  support_email: Type.String(),
  terms_url: Nullable(Type.String()),
  privacy_url: Nullable(Type.String()),
  share_basis_points: ShareBasisPoints,
  state: StringEnum('active', 'suspended'),
  domain: Type.Object({
    state: StringEnum('pending', 'verified', 'active', 'failed'),
    problem: Nullable(DnsProblem),
    found_records: Type.Array(Type.String()),
    checked_at: Nullable(Instant),
    /** Whether requests are answered, and until when if the records are missing. */
    is_serving: Type.Boolean(),
    redirects_until: Nullable(Instant),
    verification_record: Type.Object({ host: Type.String(), value: Type.String() }),
    /** Target of the root domain and everything below it (`*`). */
    target: Type.String(),
  }),
  /** Schools created at its root; counted up to 10,000. */
  schools: Type.Integer(),
  created_at: Instant,
})

const given = {
  name: SingleLineText(80),
  root_domain: Text(300, { minLength: 1 }),
  theme: Theme,
  /** A base64 image; null for none. It is encoded again. */
  logo: Nullable(Text(700_000, { pattern: '^[A-Za-z0-9+/]+={0,2}$' })),
  mail_sender_name: SingleLineText(80),
  mail_sender_address: Email,
  support_email: Type.String({ maxLength: 254, pattern: '^$|^[^\\s@]+@[^\\s@]+$' }),
  terms_url: Nullable(Link),
  privacy_url: Nullable(Link),
  share_basis_points: ShareBasisPoints,
}
const { name, root_domain, mail_sender_name, mail_sender_address, ...optional } = given
const errors = [
  'domain_invalid',
  'domain_reserved',
  'root_domain_taken',
  'theme_contrast_too_low',
  'image_too_large',
  'file_corrupt',
]

export const listResellers = defineRoute({
  name: 'listResellers',
  method: 'GET',
  path: base,
  scope: 'platform',
  access: 'privileged',
  summary: 'List resellers, newest first, with the status of their root domains',
  query: Type.Object(PagingParams),
  csv: 'resellers',
  reply: [200, PageOf(Reseller)],
})

export const getReseller = defineRoute({
  name: 'getReseller',
  method: 'GET',
  path: `${base}/:id`,
  scope: 'platform',
  access: 'privileged',
  summary: 'Get a reseller with its logo',
  params: Type.Object({ id: Id }),
  reply: [
    200,
    Type.Object({
      ...Reseller.properties,
      /** A base64 WebP image. */
      logo: Nullable(Type.String()),
      /** Addresses for names that cannot have a CNAME. */
      target_addresses: Type.Array(Type.String()),
    }),
  ],
  transaction: 'own',
})

export const createReseller = defineRoute({
  name: 'createReseller',
  method: 'POST',
  path: base,
  scope: 'platform',
  access: 'privileged',
  summary: 'Create a reseller; its root domain works once its DNS records are found',
  transaction: 'own',
  idempotent: true,
  body: Type.Object({
    name,
    root_domain,
    mail_sender_name,
    mail_sender_address,
    ...Type.Partial(Type.Object(optional)).properties,
  }),
  bodyLimitBytes: 768 * 1024,
  reply: [201, Reseller],
  refusals: errors,
})

export const updateReseller = defineRoute({
  name: 'updateReseller',
  method: 'PUT',
  path: `${base}/:id`,
  scope: 'platform',
  access: 'privileged',
  summary: 'Update a reseller; its root domain can change only before it is active',
  transaction: 'own',
  params: Type.Object({ id: Id }),
  body: Type.Partial(Type.Object(given)),
  bodyLimitBytes: 768 * 1024,
  reply: [200, Reseller],
  refusals: [...errors, 'root_domain_in_use'],
})

export const setResellerState = defineRoute({
  name: 'setResellerState',
  method: 'PUT',
  path: `${base}/:id/state`,
  scope: 'platform',
  access: 'privileged',
  summary: 'Suspend or resume a reseller; while suspended, no schools can be created at its root',
  params: Type.Object({ id: Id }),
  body: Type.Object({ state: StringEnum('active', 'suspended'), reason: SingleLineText(500) }),
  reply: [200, Reseller],
})

export const checkReseller = defineRoute({
  name: 'checkReseller',
  method: 'POST',
  path: `${base}/:id/check`,
  scope: 'platform',
  access: 'privileged',
  summary: 'Check the DNS records of a reseller’s root domain now',
  transaction: 'own',
  params: Type.Object({ id: Id }),
  reply: [200, Reseller],
})
