import { Type } from 'typebox'
import { AcceptedDocuments } from '#consent/contract.ts'
import { StringEnum, Email, Id, Text } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import * as shapes from '../schemas.ts'
import '../refusals.ts'

const auth = '/schools/auth/api/v1'
/** A whole classroom may share one address. */
const crowd = [{ by: 'address', max: 200, seconds: 900, onExceeded: 'proof' }] as const

const newcomer = {
  ...shapes.NameInput,
  email: Email,
  school_id: Type.Optional(Id),
  /** The school's number, if the client has it. */
  school_no: shapes.OptionalNullable(Text(40)),
  custom_auth_input: shapes.OptionalNullable(shapes.CustomAuthInput),
  /**
   * The texts of `listLegalDocuments` that the person accepts, with the shown versions. Missing texts are
   * required at the first login.
   */
  accepted_documents: shapes.OptionalNullable(AcceptedDocuments),
}
const invitationToken = Type.String({ minLength: 1, maxLength: 300 })

export const registerStudent = defineRoute({
  name: 'registerStudent',
  method: 'POST',
  path: `${auth}/students/register`,
  access: 'public',
  summary: 'Register a student and log in, or send a link that does both',
  transaction: 'own',
  idempotent: true,
  limits: crowd,
  body: Type.Object({
    ...newcomer,
    /** Required, except with `ignore_password`. */
    password: shapes.OptionalNullable(shapes.NewPassword),
    /** An invitation: it also opens a school that accepts no registrations. */
    register_token: shapes.OptionalNullable(Text(300)),
    register_with: shapes.OptionalNullable(StringEnum('password', 'google', 'magic_link')),
    /** Without a password: an invited student can create one later, others do so by a mailed link and are not logged in. */
    ignore_password: shapes.OptionalNullable(Type.Boolean()),
    /** The path to open after the login by a mailed link. */
    redirect: shapes.OptionalNullable(Text(2_000)),
  }),
  reply: [201, shapes.StudentRegistrationReply],
  refusals: [
    'registration_closed',
    'email_taken',
    'plan_student_limit_reached',
    'invitation_invalid',
    'token_required',
    'token_invalid',
    'login_method_unavailable',
    'legal_documents_changed',
  ],
})

export const registerTeacher = defineRoute({
  name: 'registerTeacher',
  method: 'POST',
  path: `${auth}/teachers/register`,
  access: 'public',
  summary: 'Register a teacher, who waits for acceptance by an admin',
  transaction: 'own',
  idempotent: true,
  limits: crowd,
  body: Type.Object({
    ...newcomer,
    /** Required, except with `ignore_password`. */
    password: shapes.OptionalNullable(shapes.NewPassword),
    /** Without a password: the teacher logs in by a mailed link, and can create one later. */
    ignore_password: shapes.OptionalNullable(Type.Boolean()),
  }),
  reply: [201, shapes.RegistrationReply],
  refusals: ['registration_closed', 'email_taken', 'legal_documents_changed'],
})

const invited = Type.Object({ ...newcomer, password: shapes.NewPassword, register_token: invitationToken })

export const registerAdmin = defineRoute({
  name: 'registerAdmin',
  method: 'POST',
  path: `${auth}/admins/register`,
  access: 'public',
  summary: 'Register an invited admin',
  transaction: 'own',
  idempotent: true,
  limits: crowd,
  body: invited,
  reply: [201, shapes.LoginReply],
  refusals: [
    'email_taken',
    'invitation_invalid',
    'second_factor_enrolment_required',
    'legal_documents_changed',
  ],
})

export const acceptTeacherInvitation = defineRoute({
  name: 'acceptTeacherInvitation',
  method: 'POST',
  path: `${auth}/teachers/accept-invitation`,
  access: 'public',
  summary: 'Register an invited teacher, without waiting for acceptance',
  transaction: 'own',
  idempotent: true,
  limits: crowd,
  body: invited,
  reply: [201, shapes.LoginReply],
  refusals: [
    'email_taken',
    'invitation_invalid',
    'second_factor_enrolment_required',
    'legal_documents_changed',
  ],
})

export const readInvitation = defineRoute({
  name: 'readInvitation',
  method: 'POST',
  path: `${auth}/invitations/read`,
  access: 'public',
  summary: 'Get an invitation by its token',
  limits: crowd,
  body: Type.Object({ register_token: invitationToken }),
  reply: [200, Type.Object({ email: Type.String(), name: Type.String(), role: shapes.InvitationRole })],
  refusals: ['invitation_invalid'],
})
