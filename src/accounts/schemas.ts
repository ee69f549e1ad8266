import { languages } from '#lib/languages/languages.ts'
import { Type } from 'typebox'
import { PlanName } from '#plans/contract.ts'
import {
  StringEnum,
  Id,
  Instant,
  SingleLineText,
  Nullable,
  Optional,
  Password,
  Text,
} from '#platform/contract/schemas.ts'

export const UserType = StringEnum('student', 'teacher', 'admin', 'account_user')
export const UserStatus = StringEnum('active', 'awaiting_acceptance', 'suspended')
export const ColourScheme = StringEnum('light', 'dark', 'auto')
export const Language = StringEnum(...languages)
/** ISO 3166-1 alpha-2, upper case. */
export const Country = Type.String({ pattern: '^[A-Z]{2}$', maxLength: 2 })
export const NewPassword = Password
export const LoginPassword = Text(200)
export const Token = Type.String({ minLength: 1, maxLength: 300 })
/** Absent or null, because some clients send every field. */
export const OptionalNullable = <T extends Parameters<typeof Nullable>[0]>(schema: T) =>
  Optional(Nullable(schema))

/** A name as sent: `name`, or `firstName` and `lastName`, or all three; see person-name.ts. */
export const NameInput = {
  name: OptionalNullable(SingleLineText(120)),
  firstName: OptionalNullable(Text(60)),
  lastName: OptionalNullable(Text(60)),
}

/** Answers to the school's questions, by key. */
export const CustomAuthInput = Type.Record(
  Type.String({ maxLength: 40 }),
  Type.Union([
    Text(2_000),
    Type.Number(),
    Type.Boolean(),
    Type.Array(Text(80), { maxItems: 50 }),
    Type.Null(),
  ]),
  { maxProperties: 50 },
)

/** Id and name are repeated in the format of users. */
export const UserFaculties = Type.Array(
  Type.Object({ _id: Id, id: Id, name: Type.String(), slug: Type.String() }),
)

/** A user for himself or herself, and for admins. `_id` and `id`, `role` and `user_type` are the same. */
export const User = Type.Object({
  _id: Id,
  id: Id,
  user_type: UserType,
  role: UserType,
  status: StringEnum('active', 'awaiting_acceptance', 'suspended', 'removed'),
  email: Type.String(),
  name: Type.String(),
  /** Names of the specification; stored as first_name and last_name. Null if only `name` was given. */
  firstName: Nullable(Type.String()),
  lastName: Nullable(Type.String()),
  country: Nullable(Type.String()),
  user_code: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  bio: Type.String(),
  avatar_url: Nullable(Type.String()),
  language: Nullable(Type.String()),
  time_zone: Nullable(Type.String()),
  colour_scheme: ColourScheme,
  custom_auth_input: Type.Record(Type.String(), Type.Unknown()),
  /** Answers with the questions as they were asked. */
  registration_answers: Type.Array(
    Type.Object({
      key: Type.String(),
      label: Type.String(),
      value: Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String())]),
    }),
  ),
  user_faculties: UserFaculties,
  has_password: Type.Boolean(),
  last_seen_at: Nullable(Instant),
  created_at: Instant,
})

export const Me = Type.Object({
  ...User.properties,
  /** Legal texts of the school that the user must still accept. */
  pending_document_kinds: Type.Array(StringEnum('terms', 'privacy')),
  /** Purposes of `consent` with the user's consent. */
  consented_purposes: Type.Array(Type.String()),
})

/** The reader's permissions for a person, so that buttons match the server. */
export const UserPermissions = Type.Object({
  edit: Type.Boolean(),
  change_role: Type.Boolean(),
  accept: Type.Boolean(),
  suspend: Type.Boolean(),
  restore: Type.Boolean(),
  remove: Type.Boolean(),
})

/** Another person: fields for everybody of the school, then for staff, then for admins. */
export const UserView = Type.Object({
  _id: Id,
  id: Id,
  user_type: UserType,
  role: UserType,
  name: Type.String(),
  avatar_url: Nullable(Type.String()),
  bio: Type.String(),
  ...Type.Partial(
    Type.Omit(User, ['_id', 'id', 'user_type', 'role', 'name', 'avatar_url', 'bio', 'has_password']),
  ).properties,
  can: UserPermissions,
})

export const LoginReply = Type.Object({
  user_token: Type.String(),
  user_type: UserType,
  user: User,
  user_faculties: UserFaculties,
})

/** `user_token` is null while the person waits for acceptance. */
export const RegistrationReply = Type.Object({
  ...LoginReply.properties,
  user_token: Nullable(Type.String()),
})

/** With `register_with: magic_link` both are null, whether the address exists or not. */
export const StudentRegistrationReply = Type.Object({
  ...LoginReply.properties,
  user_token: Nullable(Type.String()),
  user: Nullable(User),
})

/** A row of the lists of people. */
export const Person = Type.Object({
  _id: Id,
  id: Id,
  user_type: UserType,
  status: UserStatus,
  name: Type.String(),
  email: Type.String(),
  user_code: Nullable(Type.String()),
  country: Nullable(Type.String()),
  avatar_url: Nullable(Type.String()),
  user_faculties: UserFaculties,
  last_seen_at: Nullable(Instant),
  created_at: Instant,
  can: UserPermissions,
})

export const InvitationRole = StringEnum('student', 'teacher', 'admin')

export const Invitation = Type.Object({
  id: Id,
  email: Type.String(),
  name: Type.String(),
  role: InvitationRole,
  status: StringEnum('open', 'accepted', 'revoked', 'expired'),
  created_at: Instant,
  expires_at: Instant,
})

export const ActiveSession = Type.Object({
  id: Id,
  user_agent: Type.String(),
  /** Network of the login, never the whole address. */
  address: Type.String(),
  created_at: Instant,
  last_used_at: Instant,
  expires_at: Instant,
  /** Whether it is the caller's session. */
  is_current: Type.Boolean(),
})

export const Handoff = Type.Object({ code: Type.String(), expires_at: Instant })

export const Account = Type.Object({
  _id: Id,
  id: Id,
  user_type: Type.Literal('account_user'),
  email: Type.String(),
  name: Type.String(),
  firstName: Nullable(Type.String()),
  lastName: Nullable(Type.String()),
  country: Nullable(Type.String()),
  created_at: Instant,
})

export const AccountLoginReply = Type.Object({
  user_token: Type.String(),
  user_type: Type.Literal('account_user'),
  user: Account,
})

/** Counts stop at 10,000, so that the cost does not depend on the size of a school. */
export const maxCounted = 10_000
const Count = Type.Integer({ minimum: 0, maximum: maxCounted })

export const SchoolStats = Type.Object({
  /** Students with an approved enrolment, and students with a pending one. */
  students_approved: Count,
  students_pending: Count,
  courses_published: Count,
  /** Time of the latest visit of any person. */
  last_activity_at: Nullable(Instant),
  counted_at: Instant,
})

export const OwnedSchool = Type.Object({
  school_id: Id,
  school_url: Type.String(),
  name: Type.String(),
  tagline: Type.String(),
  /** Home page of the school. */
  url: Type.String(),
  logo_url: Nullable(Type.String()),
  plan_name: PlanName,
  /** Whether plan limits apply. */
  is_flagged: Type.Boolean(),
  /** When a closing school is erased. */
  closes_at: Nullable(Instant),
  /** Null before the first count. */
  stats: Nullable(SchoolStats),
  created_at: Instant,
})
