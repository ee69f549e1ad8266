import { Type } from 'typebox'
import { OkReply, Id, Instant, Nullable, Text } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import * as shapes from '../schemas.ts'
import '../refusals.ts'

const auth = '/schools/auth/api/v1/second-factor'
const basePath = '/school-users/v2/second-factor'
const crowd = [{ by: 'address', max: 200, seconds: 900, onExceeded: 'proof' }] as const
const one = [{ by: 'user', max: 60, seconds: 900 }] as const

/** Six digits of the app, or a recovery code. */
const Code = Text(40, { minLength: 1 })
const Enrolment = Type.Object({ secret: Type.String(), uri: Type.String() })
const RecoveryCodes = Type.Object({ recovery_codes: Type.Array(Type.String()) })

export const completeLoginChallenge = defineRoute({
  name: 'completeLogin',
  whileClosing: true,
  method: 'POST',
  path: auth,
  access: 'public',
  summary: 'Finish a login with a second factor and the challenge of the first step',
  transaction: 'own',
  limits: crowd,
  body: Type.Object({ challenge: shapes.Token, code: Code }),
  reply: [200, shapes.LoginReply],
  refusals: ['second_factor_challenge_expired', 'code_invalid', 'account_suspended'],
})

export const startLoginFactorEnrolment = defineRoute({
  name: 'startLoginFactorEnrolment',
  whileClosing: true,
  method: 'POST',
  path: `${auth}/enrol`,
  access: 'public',
  summary: 'Create an authenticator secret during a login that requires a second factor',
  transaction: 'own',
  limits: crowd,
  body: Type.Object({ challenge: shapes.Token }),
  reply: [200, Enrolment],
  refusals: ['second_factor_challenge_expired'],
})

export const confirmLoginFactorEnrolment = defineRoute({
  name: 'confirmLoginFactorEnrolment',
  whileClosing: true,
  method: 'POST',
  path: `${auth}/enrol/confirm`,
  access: 'public',
  summary: 'Turn on the second factor with its first code, and log in',
  transaction: 'own',
  limits: crowd,
  body: Type.Object({ challenge: shapes.Token, code: Code }),
  reply: [200, Type.Object({ ...shapes.LoginReply.properties, ...RecoveryCodes.properties })],
  refusals: ['second_factor_challenge_expired', 'code_invalid'],
})

export const completeAccountLoginChallenge = defineRoute({
  name: 'completeAccountLogin',
  method: 'POST',
  path: '/accounts/v1/second-factor',
  scope: 'platform',
  access: 'public',
  summary: 'Finish an owner’s login with a second factor',
  transaction: 'own',
  limits: crowd,
  body: Type.Object({ challenge: shapes.Token, code: Code }),
  reply: [200, shapes.AccountLoginReply],
  refusals: ['second_factor_challenge_expired', 'code_invalid'],
})

export const getMySecondFactor = defineRoute({
  name: 'getMySecondFactor',
  method: 'GET',
  path: basePath,
  scope: 'any',
  access: 'user',
  summary: 'Get the second factor status of the current user; for owners, of their account',
  reply: [
    200,
    Type.Object({
      enabled_at: Nullable(Instant),
      recovery_codes_left: Type.Integer(),
      /** Whether the school requires one. */
      is_required: Type.Boolean(),
    }),
  ],
})

export const startSecondFactor = defineRoute({
  name: 'startSecondFactor',
  whileClosing: true,
  method: 'POST',
  path: basePath,
  scope: 'any',
  access: 'user',
  support: 'never',
  summary: 'Create an authenticator secret; it is used after a code of it is confirmed',
  limits: one,
  reply: [201, Enrolment],
  refusals: ['second_factor_already_enabled'],
})

export const confirmSecondFactor = defineRoute({
  name: 'confirmSecondFactor',
  whileClosing: true,
  method: 'POST',
  path: `${basePath}/confirm`,
  scope: 'any',
  access: 'user',
  support: 'never',
  summary: 'Turn on the second factor and get ten recovery codes, which are shown only once',
  transaction: 'own',
  limits: one,
  body: Type.Object({ code: Code }),
  reply: [200, RecoveryCodes],
  refusals: ['second_factor_already_enabled', 'code_invalid'],
})

export const renewRecoveryCodes = defineRoute({
  name: 'renewRecoveryCodes',
  method: 'POST',
  path: `${basePath}/recovery-codes`,
  scope: 'any',
  access: 'user',
  support: 'never',
  summary: 'Create ten new recovery codes; the old ones stop working',
  transaction: 'own',
  limits: one,
  body: Type.Object({ code: Code }),
  reply: [200, RecoveryCodes],
  refusals: ['code_invalid'],
})

export const removeSecondFactor = defineRoute({
  name: 'removeSecondFactor',
  method: 'POST',
  path: `${basePath}/remove`,
  scope: 'any',
  access: 'user',
  support: 'never',
  summary: 'Turn off the second factor, with the password and a code',
  transaction: 'own',
  limits: one,
  body: Type.Object({ password: shapes.OptionalNullable(shapes.LoginPassword), code: Code }),
  reply: [200, OkReply],
  refusals: ['current_password_invalid', 'code_invalid'],
})

export const resetSecondFactor = defineRoute({
  name: 'resetSecondFactor',
  method: 'POST',
  path: '/school-users/v2/users/:user_id/reset-second-factor',
  access: 'admin',
  support: 'never',
  summary: 'Remove a user’s second factor, notify the user and end their sessions',
  params: Type.Object({ user_id: Id }),
  reply: [200, OkReply],
  refusals: ['own_role_immutable'],
})
