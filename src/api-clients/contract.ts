import { Type } from 'typebox'
import {
  StringEnum,
  Id,
  Instant,
  InstantText,
  SingleLineText,
  PageOf,
  Nullable,
  PagingParams,
} from '#platform/contract/schemas.ts'
import { declareRefusals } from '#platform/contract/refusal-codes.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { scopes } from './scopes.ts'

export { scopes } from './scopes.ts'

export const refusals = declareRefusals({
  api_client_limit_reached: [409, 'A school can have at most 50 active API clients. Revoke one first.'],
  api_client_inactive: [409, 'This API client was revoked or has expired. Create a new one.'],
})

const ClientRole = StringEnum('teacher', 'admin')
/** Each at most once. */
const Scopes = Type.Array(StringEnum(...scopes), { minItems: 1, maxItems: scopes.length, uniqueItems: true })

export const ApiClient = Type.Object({
  id: Id,
  /** Value of `x-api-username`. */
  username: Type.String(),
  name: Type.String(),
  role: ClientRole,
  scopes: Type.Array(Type.String()),
  requests_per_minute: Type.Integer(),
  status: StringEnum('active', 'expired', 'revoked'),
  expires_at: Nullable(Instant),
  created_at: Instant,
  created_by_name: Nullable(Type.String()),
  revoked_at: Nullable(Instant),
  /** Accurate to a minute. */
  last_used_at: Nullable(Instant),
  last_used_address: Nullable(Type.String()),
  /** When the previous secret expires; null if there is only one. */
  previous_secret_expires_at: Nullable(Instant),
})

/** The only response that contains a secret. */
const WithSecret = Type.Object({ client: ApiClient, secret: Type.String() })

const path = '/schools/v2/api-clients'

export const listApiClients = defineRoute({
  name: 'listApiClients',
  method: 'GET',
  path,
  access: 'admin',
  summary: 'List API clients, newest first',
  query: Type.Object(PagingParams),
  csv: 'api-clients',
  reply: [200, PageOf(ApiClient)],
})

export const createApiClient = defineRoute({
  name: 'createApiClient',
  method: 'POST',
  path,
  access: 'admin',
  support: 'never',
  summary: 'Create an API client; only this response contains its secret',
  idempotent: true,
  limits: [{ by: 'user', max: 60, seconds: 3600 }],
  body: Type.Object({
    name: SingleLineText(120),
    /** `admin` acts alone; the others act with a person of at most that role. */
    role: ClientRole,
    scopes: Scopes,
    /** Absent or null: never expires. */
    expires_at: Type.Optional(Nullable(InstantText)),
  }),
  reply: [201, WithSecret],
  refusals: ['api_client_limit_reached'],
})

export const updateApiClient = defineRoute({
  name: 'updateApiClient',
  method: 'PUT',
  path: `${path}/:client_id`,
  access: 'admin',
  summary: 'Update the name, scopes or expiry of an API client; omitted fields do not change',
  params: Type.Object({ client_id: Id }),
  body: Type.Object({
    name: Type.Optional(SingleLineText(120)),
    scopes: Type.Optional(Scopes),
    /** Null: never expires. */
    expires_at: Type.Optional(Nullable(InstantText)),
  }),
  reply: [200, ApiClient],
  refusals: ['api_client_inactive'],
})

export const rotateApiClientSecret = defineRoute({
  name: 'rotateApiClientSecret',
  method: 'POST',
  path: `${path}/:client_id/secrets`,
  access: 'admin',
  support: 'never',
  summary: 'Create a new secret; the current one keeps working for `overlap_hours`',
  idempotent: true,
  limits: [{ by: 'user', max: 60, seconds: 3600 }],
  params: Type.Object({ client_id: Id }),
  body: Type.Object({ overlap_hours: Type.Integer({ minimum: 0, maximum: 168, default: 24 }) }),
  reply: [201, WithSecret],
  refusals: ['api_client_inactive'],
})

export const revokeApiClient = defineRoute({
  name: 'revokeApiClient',
  method: 'DELETE',
  path: `${path}/:client_id`,
  access: 'admin',
  support: 'never',
  summary: 'Revoke an API client immediately and permanently',
  params: Type.Object({ client_id: Id }),
  reply: [200, ApiClient],
})
