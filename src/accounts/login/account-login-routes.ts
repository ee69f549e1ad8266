import { Type } from 'typebox'
import {
  StringEnum,
  OkReply,
  Email,
  Id,
  Instant,
  SingleLineText,
  PageOf,
  Nullable,
  Optional,
  PagingParams,
  Text,
} from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import * as shapes from '../schemas.ts'
import '../refusals.ts'

const accounts = '/accounts/v1'

export const registerAccount = defineRoute({
  name: 'registerAccount',
  method: 'POST',
  path: `${accounts}/register`,
  scope: 'platform',
  access: 'public',
  summary: 'Create an owner account',
  transaction: 'own',
  idempotent: true,
  limits: [{ by: 'address', max: 200, seconds: 900, onExceeded: 'proof' }],
  body: Type.Object({
    ...shapes.NameInput,
    email: Email,
    password: shapes.NewPassword,
    country: shapes.OptionalNullable(shapes.Country),
  }),
  reply: [201, shapes.AccountLoginReply],
  refusals: ['email_taken'],
})

export const loginAccount = defineRoute({
  name: 'loginAccount',
  method: 'POST',
  path: `${accounts}/login`,
  scope: 'platform',
  access: 'public',
  summary: 'Log in to an owner account',
  transaction: 'own',
  body: Type.Object({ email: SingleLineText(254), password: shapes.LoginPassword }),
  reply: [200, shapes.AccountLoginReply],
  refusals: ['credentials_wrong', 'second_factor_required'],
})

export const logoutAccount = defineRoute({
  name: 'logoutAccount',
  method: 'POST',
  path: `${accounts}/logout`,
  scope: 'platform',
  access: 'owner',
  summary: 'Log out of the owner account',
  reply: [200, OkReply],
})

export const getMyAccount = defineRoute({
  name: 'getMyAccount',
  method: 'GET',
  path: `${accounts}/me`,
  scope: 'platform',
  access: 'owner',
  summary: 'Get the current owner account',
  reply: [200, shapes.Account],
})

export const getPlatformRole = defineRoute({
  name: 'getPlatformRole',
  method: 'GET',
  path: `${accounts}/platform-role`,
  scope: 'platform',
  access: 'owner',
  summary: 'Get the platform role of the account, and what it still needs before it can be used',
  reply: [
    200,
    Type.Object({
      platform_role: Nullable(StringEnum('support', 'privileged')),
      missing: Type.Array(StringEnum('email_proof', 'second_factor')),
    }),
  ],
})

export const changeAccountPassword = defineRoute({
  name: 'changeAccountPassword',
  method: 'PUT',
  path: `${accounts}/change-password`,
  scope: 'platform',
  access: 'owner',
  summary: 'Change the account’s password and end all its other sessions, also in its schools',
  transaction: 'own',
  body: Type.Object({ current_password: shapes.LoginPassword, new_password: shapes.NewPassword }),
  reply: [200, OkReply],
  refusals: ['current_password_invalid'],
})

export const listMySchools = defineRoute({
  name: 'listMySchools',
  method: 'GET',
  path: `${accounts}/schools`,
  scope: 'any',
  access: 'owner',
  summary: 'List the schools of the account with their statistics, newest first',
  // Reading enqueues a recount of old figures, which a read-only transaction cannot.
  transaction: 'own',
  query: Type.Object({ search: Optional(Text(100)), ...PagingParams }),
  reply: [200, PageOf(shapes.OwnedSchool)],
})

export const enterSchool = defineRoute({
  name: 'enterSchool',
  whileClosing: true,
  method: 'POST',
  path: `${accounts}/schools/:school_id/enter`,
  scope: 'any',
  support: 'never',
  access: 'owner',
  summary: 'Create a one-time code and the address to enter an owned school',
  transaction: 'own',
  limits: [{ by: 'user', max: 60, seconds: 900 }],
  params: Type.Object({ school_id: Id }),
  reply: [201, Type.Object({ ...shapes.Handoff.properties, url: Type.String() })],
})

export const resetAccountPassword = defineRoute({
  name: 'resetAccountPassword',
  method: 'POST',
  path: `${accounts}/reset-password`,
  scope: 'platform',
  access: 'public',
  summary: 'Send a link to set a new password, if the account exists',
  limits: [{ by: 'address', max: 60, seconds: 900, onExceeded: 'proof' }],
  body: Type.Object({ email: Email }),
  reply: [202, OkReply],
})

export const createAccountPassword = defineRoute({
  name: 'createAccountPassword',
  method: 'POST',
  path: `${accounts}/create-password`,
  scope: 'platform',
  access: 'public',
  summary: 'Set a new password with a mailed token',
  transaction: 'own',
  limits: [{ by: 'address', max: 60, seconds: 900, onExceeded: 'proof' }],
  body: Type.Object({ email: Email, token: shapes.Token, password: shapes.NewPassword }),
  reply: [200, OkReply],
  refusals: ['token_invalid'],
})

export const getAccountErasure = defineRoute({
  name: 'getAccountErasure',
  method: 'GET',
  path: `${accounts}/erasure`,
  scope: 'platform',
  access: 'owner',
  summary: 'List the schools that prevent erasure of the account because it is their only owner',
  reply: [200, Type.Object({ schools: Type.Array(Type.Object({ school_id: Id, name: Type.String() })) })],
})

export const eraseAccount = defineRoute({
  name: 'eraseAccount',
  method: 'POST',
  path: `${accounts}/erasure`,
  scope: 'platform',
  access: 'owner',
  support: 'never',
  summary: 'Schedule erasure of the account in seven days and end all its sessions; a login cancels it',
  transaction: 'own',
  body: Type.Object({ password: shapes.LoginPassword, code: Optional(Text(40)) }),
  reply: [200, Type.Object({ erase_at: Instant })],
  refusals: ['current_password_invalid', 'second_factor_required', 'code_invalid', 'last_owner'],
})
