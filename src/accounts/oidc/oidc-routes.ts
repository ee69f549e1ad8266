import { Type } from 'typebox'
import {
  StringEnum,
  OkReply,
  Id,
  SingleLineText,
  PageOf,
  Nullable,
  Text,
} from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import * as shapes from '../schemas.ts'
import '../refusals.ts'

const google = '/schools/auth/api/v1/google'
const schools = '/schools/v2'
const crowd = [{ by: 'address', max: 200, seconds: 900, onExceeded: 'proof' }] as const

/** `platform` serves every school, `school` is the school's own. */
const IssuerKind = StringEnum('platform', 'school')

export const listOidcIssuers = defineRoute({
  name: 'listOidcIssuers',
  method: 'GET',
  path: `${google}/issuers`,
  access: 'public',
  summary: 'List the identity providers that people of the school can log in with',
  reply: [200, PageOf(Type.Object({ issuer: IssuerKind, display_name: Type.String() }))],
})

export const startOidcLogin = defineRoute({
  name: 'startOidcLogin',
  whileClosing: true,
  method: 'POST',
  path: `${google}/start`,
  access: 'public',
  summary: 'Start a login with an OpenID Connect issuer and get the address to redirect to',
  transaction: 'own',
  limits: crowd,
  body: Type.Object({
    school_id: Type.Optional(Id),
    issuer: IssuerKind,
    user_type: shapes.UserType,
    /** 256 random bits stored in the browser: without them nobody can finish the login. */
    binding: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$', maxLength: 43 }),
    redirect: shapes.OptionalNullable(Text(2_000)),
  }),
  reply: [201, Type.Object({ url: Type.String() })],
  refusals: ['login_method_unavailable', 'issuer_unavailable'],
})

export const finishOidcLogin = defineRoute({
  name: 'finishOidcLogin',
  whileClosing: true,
  method: 'POST',
  path: `${google}/finish`,
  scope: 'any',
  access: 'public',
  summary: 'Finish a login with an OpenID Connect issuer and get a one-time code',
  transaction: 'own',
  limits: crowd,
  body: Type.Object({
    state: Text(300, { minLength: 1 }),
    code: Type.Optional(Text(4_000)),
    /** Issuer identifier of the response (RFC 9207). */
    iss: Type.Optional(Text(500)),
    error: Type.Optional(Text(200)),
  }),
  reply: [200, Type.Object({ url: Type.String() })],
  refusals: [
    'oidc_login_expired',
    'oidc_login_declined',
    'oidc_login_rejected',
    'issuer_unavailable',
    'email_not_verified_by_issuer',
    'email_linked_to_other_identity',
    'owner_oidc_forbidden',
    'registration_closed',
    'awaiting_acceptance',
    'account_suspended',
  ],
})

export const readOidcRegistration = defineRoute({
  name: 'readOidcRegistration',
  method: 'POST',
  path: `${google}/registration`,
  access: 'public',
  summary: 'Get the person that an issuer identified for registration',
  limits: crowd,
  body: Type.Object({ register_token: Text(300, { minLength: 1 }) }),
  reply: [200, Type.Object({ email: Type.String(), name: Type.String() })],
  refusals: ['token_invalid'],
})

const SchoolIssuer = Type.Object({
  issuer: Type.String(),
  client_id: Type.String(),
  display_name: Type.String(),
})

export const getSchoolIssuer = defineRoute({
  name: 'getSchoolIssuer',
  method: 'GET',
  path: `${schools}/oidc-issuer`,
  access: 'admin',
  summary: 'Get the school’s OpenID Connect issuer, without its secret',
  reply: [
    200,
    Type.Object({
      own: Nullable(SchoolIssuer),
      /** Redirect address to register at the issuer. */
      redirect_uri: Type.String(),
    }),
  ],
})

export const setSchoolIssuer = defineRoute({
  name: 'setSchoolIssuer',
  method: 'PUT',
  path: `${schools}/oidc-issuer`,
  access: 'admin',
  support: 'never',
  summary: 'Set the school’s OpenID Connect issuer, after checking that it responds',
  transaction: 'own',
  limits: [{ by: 'user', max: 30, seconds: 900 }],
  body: Type.Object({
    issuer: SingleLineText(500),
    client_id: SingleLineText(300),
    /** Absent: keeps the stored secret if issuer and client are unchanged. */
    client_secret: shapes.OptionalNullable(Text(500)),
    display_name: SingleLineText(40),
  }),
  reply: [200, SchoolIssuer],
})

export const deleteSchoolIssuer = defineRoute({
  name: 'deleteSchoolIssuer',
  method: 'DELETE',
  path: `${schools}/oidc-issuer`,
  access: 'admin',
  support: 'never',
  summary: 'Remove the school’s OpenID Connect issuer',
  reply: [200, OkReply],
})
