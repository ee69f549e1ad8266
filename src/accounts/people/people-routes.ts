import { Type } from 'typebox'
import {
  StringEnum,
  OkReply,
  Email,
  Id,
  PageOf,
  Nullable,
  PagingParams,
  Text,
} from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import * as shapes from '../schemas.ts'
import '../refusals.ts'

const users = '/school-users/v2'
const schools = '/schools/v2'

export const getMe = defineRoute({
  name: 'getMe',
  method: 'GET',
  path: `${users}/me`,
  access: 'user',
  summary: 'Get the current user',
  reply: [200, shapes.Me],
})

export const getUserDetails = defineRoute({
  name: 'getUserDetails',
  method: 'GET',
  path: `${users}/user-details/:user_id`,
  access: 'user',
  summary: 'Get a user of the school, with the fields that the caller may see',
  params: Type.Object({ user_id: Id }),
  reply: [200, shapes.UserView],
})

export const getSchoolUserDetails = defineRoute({
  name: 'getSchoolUserDetails',
  method: 'GET',
  path: `${schools}/school/:school_id/user_details/:user_id`,
  access: 'staff',
  summary: 'Get a user of the school, for staff',
  params: Type.Object({ school_id: Id, user_id: Id }),
  reply: [200, shapes.UserView],
})

export const updateUser = defineRoute({
  name: 'updateUser',
  method: 'PUT',
  path: `${users}/update-user`,
  access: 'user',
  support: 'never',
  summary:
    'Update the current user’s profile; an admin can also update other users, their role and their access',
  body: Type.Object({
    /** User to change; absent: oneself. */
    user_id: Type.Optional(Id),
    ...shapes.NameInput,
    country: shapes.OptionalNullable(shapes.Country),
    phone: shapes.OptionalNullable(Type.String({ maxLength: 40, pattern: '^[0-9+() ./-]*$' })),
    bio: Type.Optional(Text(2_000)),
    /** A finished upload for `avatar`; null removes the image. */
    avatar_upload_id: Type.Optional(Nullable(Id)),
    language: shapes.OptionalNullable(shapes.Language),
    time_zone: shapes.OptionalNullable(Text(60)),
    colour_scheme: Type.Optional(shapes.ColourScheme),
    /** User code; set by admins. */
    user_code: shapes.OptionalNullable(Type.String({ maxLength: 60, pattern: '^[^@\\s]+$' })),
    role: Type.Optional(StringEnum('student', 'teacher', 'admin')),
    /** `active` also accepts a pending teacher. Removed people are in no list. */
    status: Type.Optional(StringEnum('active', 'suspended', 'removed')),
  }),
  reply: [200, shapes.User],
  refusals: [
    'own_role_immutable',
    'owner_only',
    'last_owner',
    'email_taken',
    'user_code_taken',
    'plan_student_limit_reached',
  ],
})

export const changePassword = defineRoute({
  name: 'changePassword',
  whileClosing: true,
  method: 'PUT',
  path: `${users}/change-password`,
  access: 'user',
  support: 'never',
  summary: 'Change the current user’s password and end all other sessions',
  transaction: 'own',
  body: Type.Object({ current_password: shapes.LoginPassword, new_password: shapes.NewPassword }),
  reply: [200, OkReply],
  refusals: ['current_password_invalid'],
})

const search = Type.Object({
  ...PagingParams,
  /** Part of a name or address; case and accents are ignored. */
  search: Type.Optional(Text(120)),
  status: Type.Optional(shapes.UserStatus),
  faculty_id: Type.Optional(Id),
})

export const listAdmins = defineRoute({
  name: 'listAdmins',
  method: 'GET',
  path: `${schools}/admins`,
  access: 'admin',
  summary: 'List admins and owners',
  query: search,
  csv: 'admins',
  reply: [200, PageOf(shapes.Person)],
})

export const listTeachers = defineRoute({
  name: 'listTeachers',
  method: 'GET',
  path: `${schools}/teachers`,
  access: 'staff',
  summary: 'List teachers, including those who wait for acceptance',
  query: search,
  csv: 'teachers',
  reply: [200, PageOf(shapes.Person)],
})

export const listStudents = defineRoute({
  name: 'listStudents',
  method: 'GET',
  path: `${schools}/students`,
  access: 'staff',
  summary: 'List students',
  query: search,
  csv: 'students',
  reply: [200, PageOf(shapes.Person)],
})

export const invite = defineRoute({
  name: 'invite',
  method: 'POST',
  path: `${schools}/admins/invite`,
  access: 'admin',
  support: 'never',
  summary: 'Invite an admin, teacher or student by mail; valid for 7 days',
  idempotent: true,
  limits: [{ by: 'user', max: 200, seconds: 3600 }],
  body: Type.Object({
    email: Email,
    name: Type.Optional(Text(120)),
    /** Default: `admin`. */
    role: Type.Optional(shapes.InvitationRole),
  }),
  reply: [201, shapes.Invitation],
  refusals: ['email_taken'],
})

export const listInvitations = defineRoute({
  name: 'listInvitations',
  method: 'GET',
  path: `${schools}/invitations`,
  access: 'admin',
  summary: 'List invitations, newest first',
  query: Type.Object(PagingParams),
  reply: [200, PageOf(shapes.Invitation)],
})

export const inviteMany = defineRoute({
  name: 'inviteMany',
  method: 'POST',
  path: `${schools}/invitations/batch`,
  access: 'admin',
  support: 'never',
  summary: 'Invite a list of people and report the result of each line; mail is sent in batches',
  idempotent: true,
  limits: [{ by: 'user', max: 60, seconds: 3600 }],
  body: Type.Object({
    role: shapes.InvitationRole,
    /** Lines of names and addresses, as pasted or saved by a spreadsheet. */
    list: Text(500_000, { minLength: 1 }),
    /** Only reports what would happen. */
    dry_run: Type.Boolean(),
    /** Without mail an invitation waits until it is sent individually. */
    notify: Type.Boolean(),
  }),
  bodyLimitBytes: 1600 * 1024,
  reply: [
    200,
    Type.Object({
      ready: Type.Integer(),
      invited: Type.Integer(),
      errors: Type.Array(
        Type.Object({
          line: Type.Integer(),
          text: Type.String(),
          code: StringEnum('bad_address', 'duplicate', 'already_here', 'already_invited', 'too_many'),
        }),
      ),
    }),
  ],
})

export const exportInvitations = defineRoute({
  name: 'exportInvitations',
  method: 'GET',
  path: `${schools}/invitations/export`,
  access: 'admin',
  summary: 'Export the newest 10,000 invitations as CSV',
  reply: [200, Type.Object({ text: Type.String() })],
})

const one = Type.Object({ invitation_id: Id })

export const resendInvitation = defineRoute({
  name: 'resendInvitation',
  method: 'POST',
  path: `${schools}/invitations/:invitation_id/resend`,
  access: 'admin',
  support: 'never',
  summary: 'Resend an invitation with a new link; valid for 7 days',
  limits: [{ by: 'user', max: 200, seconds: 3600 }],
  params: one,
  reply: [200, shapes.Invitation],
  refusals: ['invitation_closed'],
})

export const revokeInvitation = defineRoute({
  name: 'revokeInvitation',
  method: 'DELETE',
  path: `${schools}/invitations/:invitation_id`,
  access: 'admin',
  summary: 'Withdraw an invitation',
  params: one,
  reply: [200, shapes.Invitation],
  refusals: ['invitation_closed'],
})

/** More than two pages of the list. */
const several = Type.Object({
  invitation_ids: Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true }),
})

export const resendInvitations = defineRoute({
  name: 'resendInvitations',
  method: 'POST',
  path: `${schools}/invitations/resend`,
  access: 'admin',
  support: 'never',
  summary: 'Resend several invitations in batches; skips closed and recently sent ones',
  idempotent: true,
  limits: [{ by: 'user', max: 30, seconds: 3600 }],
  body: several,
  reply: [200, Type.Object({ resent: Type.Integer(), skipped: Type.Integer() })],
})

export const revokeInvitations = defineRoute({
  name: 'revokeInvitations',
  method: 'POST',
  path: `${schools}/invitations/revoke`,
  access: 'admin',
  summary: 'Withdraw several invitations; skips closed ones',
  body: several,
  reply: [200, Type.Object({ withdrawn: Type.Integer(), skipped: Type.Integer() })],
})
