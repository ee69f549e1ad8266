import { Type } from 'typebox'
import {
  StringEnum,
  OkReply,
  Email,
  Id,
  SingleLineText,
  PageOf,
  PagingParams,
  Text,
} from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import * as shapes from '../schemas.ts'
import '../refusals.ts'

const auth = '/schools/auth/api/v1'

/** Credentials of every login; `login_with` decides which of them count. */
const credentials = Type.Object({
  /** E-mail address or user code. */
  user_code: shapes.OptionalNullable(Text(254)),
  school_id: Type.Optional(Id),
  password: shapes.OptionalNullable(shapes.LoginPassword),
  token: shapes.OptionalNullable(Text(300)),
  ignorePasswordValidation: shapes.OptionalNullable(Type.Boolean()),
  login_with: shapes.OptionalNullable(StringEnum('password', 'google', 'magic_link', 'handoff')),
})

interface LoginRoute<Name extends string> {
  name: Name
  /** Path segment of the login role. */
  kind: 'students' | 'teachers' | 'admins'
  summary: string
  /** In addition to those of every login. */
  refusals: readonly string[]
}

const defineLogin = <const Name extends string>({ name, kind, summary, refusals }: LoginRoute<Name>) =>
  defineRoute({
    name,
    whileClosing: true,
    method: 'POST',
    path: `${auth}/${kind}/login`,
    access: 'public',
    summary,
    transaction: 'own',
    body: credentials,
    reply: [200, shapes.LoginReply],
    refusals: [
      'credentials_wrong',
      'token_required',
      'handoff_invalid',
      'token_invalid',
      'awaiting_acceptance',
      'account_suspended',
      'second_factor_required',
      ...refusals,
    ],
  })

export const loginStudent = defineLogin({
  name: 'loginStudent',
  kind: 'students',
  summary: 'Logs a student in',
  refusals: ['registration_closed', 'plan_student_limit_reached'],
})
export const loginTeacher = defineLogin({
  name: 'loginTeacher',
  kind: 'teachers',
  summary: 'Logs a teacher in',
  refusals: ['second_factor_enrolment_required'],
})
export const loginAdmin = defineLogin({
  name: 'loginAdmin',
  kind: 'admins',
  summary: 'Logs an admin or an owner of the school in',
  refusals: ['second_factor_enrolment_required'],
})

export const logIn = defineRoute({
  name: 'logIn',
  whileClosing: true,
  method: 'POST',
  path: `${auth}/login`,
  access: 'public',
  summary: 'Log in to the account with this address and password, whatever its role',
  transaction: 'own',
  body: Type.Object({
    /** E-mail address or user code. */
    user_code: SingleLineText(254),
    password: Text(200, { minLength: 1 }),
    school_id: Type.Optional(Id),
    /** The account to choose if the password fits several: `login_role_required` lists them as `login_roles`. */
    login_role: Type.Optional(StringEnum('student', 'teacher', 'admin')),
  }),
  reply: [200, shapes.LoginReply],
  refusals: [
    'credentials_wrong',
    'login_role_required',
    'awaiting_acceptance',
    'account_suspended',
    'second_factor_required',
    'second_factor_enrolment_required',
  ],
})

export const requestMagicLink = defineRoute({
  name: 'requestMagicLink',
  whileClosing: true,
  method: 'POST',
  path: `${auth}/magic-link`,
  access: 'public',
  summary: 'Send a login link, if the user exists',
  transaction: 'own',
  limits: [{ by: 'address', max: 60, seconds: 900, onExceeded: 'proof' }],
  body: Type.Object({
    user_code: SingleLineText(254),
    user_type: shapes.UserType,
    school_id: Type.Optional(Id),
    /** The path to open after the login. */
    redirect: shapes.OptionalNullable(Text(2_000)),
  }),
  reply: [202, OkReply],
})

export const checkUserEmail = defineRoute({
  name: 'checkUserEmail',
  whileClosing: true,
  method: 'POST',
  path: `${auth}/users/check-user-email/:schoolId`,
  access: 'public',
  summary: 'Check whether a user of the school has this e-mail address',
  transaction: 'own',
  limits: [{ by: 'address', max: 10, seconds: 60 }],
  params: Type.Object({ schoolId: Id }),
  body: Type.Object({ email: Email, userType: shapes.UserType }),
  reply: [200, Type.Object({ exists: Type.Boolean() })],
})

export const resetPassword = defineRoute({
  name: 'resetPassword',
  whileClosing: true,
  method: 'POST',
  path: `${auth}/reset-password`,
  access: 'public',
  summary: 'Send a link to set a new password, if the user exists',
  limits: [{ by: 'address', max: 60, seconds: 900, onExceeded: 'proof' }],
  body: Type.Object({
    user_code: SingleLineText(254),
    user_type: shapes.UserType,
    school_id: Type.Optional(Id),
    /** Accepted for compatibility; the link uses the school's own address. */
    school_url: shapes.OptionalNullable(Text(255)),
  }),
  reply: [202, OkReply],
})

export const createPassword = defineRoute({
  name: 'createPassword',
  whileClosing: true,
  method: 'POST',
  path: `${auth}/create-password`,
  access: 'public',
  summary: 'Set a new password with a mailed token',
  transaction: 'own',
  limits: [{ by: 'address', max: 60, seconds: 900, onExceeded: 'proof' }],
  body: Type.Object({
    email: Email,
    token: shapes.Token,
    password: shapes.NewPassword,
    /** Accepted for compatibility; the host identifies the school. */
    school_url: shapes.OptionalNullable(Text(255)),
  }),
  reply: [200, Type.Object({ ok: Type.Literal(true), user_type: shapes.UserType })],
  refusals: ['token_invalid'],
})

export const logout = defineRoute({
  name: 'logout',
  whileClosing: true,
  method: 'POST',
  path: `${auth}/logout`,
  access: 'user',
  support: 'always',
  summary: 'Log out',
  reply: [200, OkReply],
})

export const listSessions = defineRoute({
  name: 'listSessions',
  method: 'GET',
  path: `${auth}/sessions`,
  scope: 'any',
  access: 'user',
  summary: 'List the sessions of the current user',
  query: Type.Object(PagingParams),
  reply: [200, PageOf(shapes.ActiveSession)],
})

export const revokeSession = defineRoute({
  name: 'revokeSession',
  whileClosing: true,
  method: 'DELETE',
  path: `${auth}/sessions/:session_id`,
  scope: 'any',
  access: 'user',
  support: 'never',
  summary: 'End one session of the current user',
  params: Type.Object({ session_id: Id }),
  reply: [200, OkReply],
})

export const revokeOtherSessions = defineRoute({
  name: 'revokeOtherSessions',
  whileClosing: true,
  method: 'DELETE',
  path: `${auth}/sessions`,
  scope: 'any',
  access: 'user',
  support: 'never',
  summary: 'End all other sessions of the current user',
  reply: [200, OkReply],
})

export const createHandoff = defineRoute({
  name: 'createHandoff',
  whileClosing: true,
  method: 'POST',
  path: `${auth}/handoff`,
  access: 'user',
  support: 'never',
  summary: 'Create a handoff code to log in on another host of the school; valid for 60 seconds',
  limits: [{ by: 'user', max: 60, seconds: 900 }],
  reply: [201, shapes.Handoff],
})
