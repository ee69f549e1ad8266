import { Type } from 'typebox'
import {
  StringEnum,
  OkReply,
  Email,
  Id,
  PageOf,
  Nullable,
  PagingParams,
  defineRoute,
  Text,
} from '#platform/contract/define-route.ts'
import * as shapes from '../schemas.ts'
import '../refusals.ts'

const users = '/school-users/v2'
const schools = '/schools/v2'

export const getMe = defineRoute({
  name: 'getMe',
  method: 'GET',
  path: `${users}/me`,
  can: 'user',
  summary: 'The user who is logged in',
  reply: [200, shapes.Me],
})

export const getUserDetails = defineRoute({
  name: 'getUserDetails',
  method: 'GET',
  path: `${users}/user-details/:user_id`,
  can: 'user',
  summary: 'Somebody of the school, as far as the reader may know',
  params: Type.Object({ user_id: Id }),
  reply: [200, shapes.UserView],
})

export const getSchoolUserDetails = defineRoute({
  name: 'getSchoolUserDetails',
  method: 'GET',
  path: `${schools}/school/:school_id/user_details/:user_id`,
  can: 'staff',
  summary: 'Somebody of the school, for staff',
  params: Type.Object({ school_id: Id, user_id: Id }),
  reply: [200, shapes.UserView],
})

export const updateUser = defineRoute({
  name: 'updateUser',
  method: 'PUT',
  path: `${users}/update-user`,
  can: 'user',
  support: 'never',
  summary: 'Changes the own profile; an admin also changes others, their role and their access',
  body: Type.Object({
    /** Whom to change; absent for oneself. */
    user_id: Type.Optional(Id),
    ...shapes.NameInput,
    country: shapes.OptionalNullable(shapes.Country),
    phone: shapes.OptionalNullable(Type.String({ maxLength: 40, pattern: '^[0-9+() ./-]*$' })),
    bio: Type.Optional(Text(2_000)),
    /** A finished upload for `avatar`; null takes the picture away. */
    avatar_upload_id: Type.Optional(Nullable(Id)),
    language: shapes.OptionalNullable(shapes.Language),
    time_zone: shapes.OptionalNullable(Text(60)),
    colour_scheme: Type.Optional(shapes.ColourScheme),
    /** The school's own code; set by admins. */
    user_code: shapes.OptionalNullable(Type.String({ maxLength: 60, pattern: '^[^@\\s]+$' })),
    role: Type.Optional(StringEnum('student', 'teacher', 'admin')),
    /** `active` also accepts a teacher who waits. A removed person is gone from every list. */
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
  can: 'user',
  support: 'never',
  summary: 'Changes the own password and ends every other session',
  transaction: 'own',
  body: Type.Object({ current_password: shapes.LoginPassword, new_password: shapes.NewPassword }),
  reply: [200, OkReply],
  refusals: ['current_password_invalid'],
})

const search = Type.Object({
  ...PagingParams,
  /** Part of a name or e-mail; case and accents do not matter. */
  search: Type.Optional(Text(120)),
  status: Type.Optional(shapes.UserStatus),
  faculty_id: Type.Optional(Id),
})

export const listAdmins = defineRoute({
  name: 'listAdmins',
  method: 'GET',
  path: `${schools}/admins`,
  can: 'admin',
  summary: 'Admins and owners',
  query: search,
  reply: [200, PageOf(shapes.Person)],
})

export const listTeachers = defineRoute({
  name: 'listTeachers',
  method: 'GET',
  path: `${schools}/teachers`,
  can: 'staff',
  summary: 'Teachers, those who wait among them',
  query: search,
  reply: [200, PageOf(shapes.Person)],
})

export const listStudents = defineRoute({
  name: 'listStudents',
  method: 'GET',
  path: `${schools}/students`,
  can: 'staff',
  summary: 'Students of the school',
  query: search,
  reply: [200, PageOf(shapes.Person)],
})

export const invite = defineRoute({
  name: 'invite',
  method: 'POST',
  path: `${schools}/admins/invite`,
  can: 'admin',
  support: 'never',
  summary: 'Invites an admin, teacher or student by mail, for 7 days',
  idempotent: true,
  limits: [{ by: 'user', max: 200, seconds: 3600 }],
  body: Type.Object({
    email: Email,
    name: Type.Optional(Text(120)),
    /** `admin` where nothing is said. */
    role: Type.Optional(shapes.InvitationRole),
  }),
  reply: [201, shapes.Invitation],
  refusals: ['email_taken'],
})

export const listInvitations = defineRoute({
  name: 'listInvitations',
  method: 'GET',
  path: `${schools}/invitations`,
  can: 'admin',
  summary: 'Invitations, the newest first',
  query: Type.Object(PagingParams),
  reply: [200, PageOf(shapes.Invitation)],
})

export const inviteMany = defineRoute({
  name: 'inviteMany',
  method: 'POST',
  path: `${schools}/invitations/batch`,
  can: 'admin',
  support: 'never',
  summary: 'Invites everybody of a list, or says of each line why not; mails go out a few at a time',
  idempotent: true,
  limits: [{ by: 'user', max: 60, seconds: 3600 }],
  body: Type.Object({
    role: shapes.InvitationRole,
    /** Lines of names and e-mails, as pasted or as a spreadsheet saves them. */
    list: Text(500_000, { minLength: 1 }),
    /** Only looks. */
    dry_run: Type.Boolean(),
    /** Without a mail an invitation waits until it is sent one by one. */
    notify: Type.Boolean(),
  }),
  bodyLimitBytes: 1600 * 1024,
  reply: [
    200,
    Type.Object({
      ready: Type.Integer(),
      invited: Type.Integer(),
      faults: Type.Array(
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
  can: 'admin',
  summary: 'The newest 10,000 invitations as CSV',
  reply: [200, Type.Object({ text: Type.String() })],
})

const one = Type.Object({ invitation_id: Id })

export const resendInvitation = defineRoute({
  name: 'resendInvitation',
  method: 'POST',
  path: `${schools}/invitations/:invitation_id/resend`,
  can: 'admin',
  support: 'never',
  summary: 'Mails an invitation again, with a new link for 7 days',
  limits: [{ by: 'user', max: 200, seconds: 3600 }],
  params: one,
  reply: [200, shapes.Invitation],
  refusals: ['invitation_closed'],
})

export const revokeInvitation = defineRoute({
  name: 'revokeInvitation',
  method: 'DELETE',
  path: `${schools}/invitations/:invitation_id`,
  can: 'admin',
  summary: 'Withdraws an invitation',
  params: one,
  reply: [200, shapes.Invitation],
  refusals: ['invitation_closed'],
})

/** As many as two pages of the screen hold, with room. */
const several = Type.Object({
  invitation_ids: Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true }),
})

export const resendInvitations = defineRoute({
  name: 'resendInvitations',
  method: 'POST',
  path: `${schools}/invitations/resend`,
  can: 'admin',
  support: 'never',
  summary:
    'Mails several invitations again, a few at a time; those that are closed or were just mailed are passed over',
  idempotent: true,
  limits: [{ by: 'user', max: 30, seconds: 3600 }],
  body: several,
  reply: [200, Type.Object({ resent: Type.Integer(), skipped: Type.Integer() })],
})

export const revokeInvitations = defineRoute({
  name: 'revokeInvitations',
  method: 'POST',
  path: `${schools}/invitations/revoke`,
  can: 'admin',
  summary: 'Withdraws several invitations; those that are closed already are passed over',
  body: several,
  reply: [200, Type.Object({ withdrawn: Type.Integer(), skipped: Type.Integer() })],
})
