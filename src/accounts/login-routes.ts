import { Type } from 'typebox'
import { AcceptedTexts } from '#consent/contract.ts'
import { Choice, Done, Email, Id, Line, Listing, Paging, route, Text } from '#platform/route.ts'
import * as shapes from './shapes.ts'
import './refusals.ts'

const auth = '/schools/auth/api/v1'
/** A whole classroom may stand behind one address. */
const crowd = [{ by: 'address', max: 200, seconds: 900 }] as const

/** Credentials of every door; which of them count is up to `login_with`. */
const credentials = Type.Object({
  /** E-mail, or the school's own user code. */
  user_code: shapes.Maybe(Text(254)),
  school_id: Type.Optional(Id),
  password: shapes.Maybe(shapes.LoginPassword),
  token: shapes.Maybe(Text(300)),
  ignorePasswordValidation: shapes.Maybe(Type.Boolean()),
  login_with: shapes.Maybe(Choice('password', 'google', 'magic_link', 'handoff')),
})

const forStaff = ['second_factor_enrolment_required'] as const

const login = <const Name extends string>(
  name: Name,
  kind: string,
  summary: string,
  more: readonly string[] = [],
) =>
  route({
    name,
    whileClosing: true,
    method: 'POST',
    path: `${auth}/${kind}/login`,
    can: 'public',
    summary,
    transaction: 'own',
    body: credentials,
    reply: [200, shapes.LoggedIn],
    refusals: [
      'credentials_wrong',
      'token_required',
      'handoff_invalid',
      'token_invalid',
      'awaiting_acceptance',
      'account_suspended',
      'second_factor_required',
      ...more,
    ],
  })

export const loginStudent = login('loginStudent', 'students', 'Logs a student in', [
  'registration_closed',
  'plan_students_full',
])
export const loginTeacher = login('loginTeacher', 'teachers', 'Logs a teacher in', forStaff)
export const loginAdmin = login(
  'loginAdmin',
  'admins',
  'Logs an admin or an owner of the school in',
  forStaff,
)

export const askForMagicLink = route({
  name: 'askForMagicLink',
  whileClosing: true,
  method: 'POST',
  path: `${auth}/magic-link`,
  can: 'public',
  summary: 'Mails a link that logs in without a password, if there is such a user',
  transaction: 'own',
  limits: [{ by: 'address', max: 60, seconds: 900 }],
  body: Type.Object({
    user_code: Line(254),
    user_type: shapes.UserType,
    school_id: Type.Optional(Id),
    /** The path to open after the login. */
    redirect: shapes.Maybe(Text(2_000)),
  }),
  reply: [202, Done],
})

export const checkUserEmail = route({
  name: 'checkUserEmail',
  whileClosing: true,
  method: 'POST',
  path: `${auth}/users/check-user-email/:schoolId`,
  can: 'public',
  summary: 'Whether somebody of this school has this e-mail',
  transaction: 'own',
  limits: [{ by: 'address', max: 10, seconds: 60 }],
  params: Type.Object({ schoolId: Id }),
  body: Type.Object({ email: Email, userType: shapes.UserType }),
  reply: [200, Type.Object({ exists: Type.Boolean() })],
})

const newcomer = {
  name: Line(120),
  email: Email,
  school_id: Type.Optional(Id),
  /** The school's number, where the client knows it. */
  school_no: shapes.Maybe(Text(40)),
  custom_auth_input: shapes.Maybe(shapes.CustomAuthInput),
  /** The texts of `listTexts` that the newcomer accepts, by the versions that were shown. */
  accepted_texts: shapes.Maybe(AcceptedTexts),
}
const ofTexts = ['acceptance_required', 'texts_changed'] as const
const invitationToken = Type.String({ minLength: 1, maxLength: 300 })

export const registerStudent = route({
  name: 'registerStudent',
  method: 'POST',
  path: `${auth}/students/register`,
  can: 'public',
  summary: 'Registers a student, who is logged in at once, or is mailed a link that does both',
  transaction: 'own',
  idempotent: true,
  limits: crowd,
  body: Type.Object({
    ...newcomer,
    /** Required, except with `ignore_password`. */
    password: shapes.Maybe(shapes.NewPassword),
    /** An invitation: it opens a school that takes no registrations. */
    register_token: shapes.Maybe(Text(300)),
    register_with: shapes.Maybe(Choice('password', 'google', 'magic_link')),
    /** Without a password, which an invited student can create later. */
    ignore_password: shapes.Maybe(Type.Boolean()),
    /** The path to open after the login by a mailed link. */
    redirect: shapes.Maybe(Text(2_000)),
  }),
  reply: [201, shapes.StudentRegistered],
  refusals: [
    'registration_closed',
    'email_taken',
    'plan_students_full',
    'invitation_invalid',
    'token_required',
    'token_invalid',
    'login_method_unavailable',
    ...ofTexts,
  ],
})

export const registerTeacher = route({
  name: 'registerTeacher',
  method: 'POST',
  path: `${auth}/teachers/register`,
  can: 'public',
  summary: 'Registers a teacher, who then waits until an admin accepts',
  transaction: 'own',
  idempotent: true,
  limits: crowd,
  body: Type.Object({ ...newcomer, password: shapes.NewPassword }),
  reply: [201, shapes.Registered],
  refusals: ['registration_closed', 'email_taken', ...ofTexts],
})

const invited = Type.Object({ ...newcomer, password: shapes.NewPassword, register_token: invitationToken })

export const registerAdmin = route({
  name: 'registerAdmin',
  method: 'POST',
  path: `${auth}/admins/register`,
  can: 'public',
  summary: 'Registers an invited admin',
  transaction: 'own',
  idempotent: true,
  limits: crowd,
  body: invited,
  reply: [201, shapes.LoggedIn],
  refusals: ['email_taken', 'invitation_invalid', 'second_factor_enrolment_required', ...ofTexts],
})

export const acceptTeacherInvitation = route({
  name: 'acceptTeacherInvitation',
  method: 'POST',
  path: `${auth}/teachers/accept-invitation`,
  can: 'public',
  summary: 'Registers an invited teacher, who need not wait',
  transaction: 'own',
  idempotent: true,
  limits: crowd,
  body: invited,
  reply: [201, shapes.LoggedIn],
  refusals: ['email_taken', 'invitation_invalid', 'second_factor_enrolment_required', ...ofTexts],
})

export const readInvitation = route({
  name: 'readInvitation',
  method: 'POST',
  path: `${auth}/invitations/read`,
  can: 'public',
  summary: 'Whom an invitation is for',
  limits: crowd,
  body: Type.Object({ register_token: invitationToken }),
  reply: [200, Type.Object({ email: Type.String(), name: Type.String(), role: shapes.InvitationRole })],
  refusals: ['invitation_invalid'],
})

export const resetPassword = route({
  name: 'resetPassword',
  whileClosing: true,
  method: 'POST',
  path: `${auth}/reset-password`,
  can: 'public',
  summary: 'Mails a link for a new password, if there is such a user',
  limits: [{ by: 'address', max: 60, seconds: 900 }],
  body: Type.Object({
    user_code: Line(254),
    user_type: shapes.UserType,
    school_id: Type.Optional(Id),
    /** Taken for compatibility; the link is built from the school's own address. */
    school_url: shapes.Maybe(Text(255)),
  }),
  reply: [202, Done],
})

export const createPassword = route({
  name: 'createPassword',
  whileClosing: true,
  method: 'POST',
  path: `${auth}/create-password`,
  can: 'public',
  summary: 'Sets a new password with a mailed token',
  transaction: 'own',
  limits: [{ by: 'address', max: 60, seconds: 900 }],
  body: Type.Object({
    email: Email,
    token: shapes.Token,
    password: shapes.NewPassword,
    /** Taken for compatibility; the host says which school it is. */
    school_url: shapes.Maybe(Text(255)),
  }),
  reply: [200, Type.Object({ ok: Type.Literal(true), user_type: shapes.UserType })],
  refusals: ['token_invalid'],
})

export const logout = route({
  name: 'logout',
  whileClosing: true,
  method: 'POST',
  path: `${auth}/logout`,
  can: 'user',
  support: 'always',
  summary: 'Ends this session',
  reply: [200, Done],
})

export const listSessions = route({
  name: 'listSessions',
  method: 'GET',
  path: `${auth}/sessions`,
  scope: 'any',
  can: 'user',
  summary: 'Where the user is logged in',
  query: Type.Object(Paging),
  reply: [200, Listing(shapes.OpenSession)],
})

export const revokeSession = route({
  name: 'revokeSession',
  whileClosing: true,
  method: 'DELETE',
  path: `${auth}/sessions/:session_id`,
  scope: 'any',
  can: 'user',
  support: 'never',
  summary: 'Ends one of the user’s sessions',
  params: Type.Object({ session_id: Id }),
  reply: [200, Done],
})

export const revokeOtherSessions = route({
  name: 'revokeOtherSessions',
  whileClosing: true,
  method: 'DELETE',
  path: `${auth}/sessions`,
  scope: 'any',
  can: 'user',
  support: 'never',
  summary: 'Ends every session of the user but this one',
  reply: [200, Done],
})

export const handoff = route({
  name: 'handoff',
  whileClosing: true,
  method: 'POST',
  path: `${auth}/handoff`,
  can: 'user',
  support: 'never',
  summary: 'A one-time code, for 60 seconds, that logs in on another host of this school',
  limits: [{ by: 'user', max: 60, seconds: 900 }],
  reply: [201, shapes.Handoff],
})
