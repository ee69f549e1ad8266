import type { Selectable } from 'kysely'
import type { Static } from 'typebox'
import type { Actor, Role } from '#tenancy/access/actor.ts'
import type { Accounts, Users } from '#platform/database/database-types.ts'
import { publicMediaUrl } from '#uploads/index.ts'
import { registrationAnswersOfUser } from './registration-answers-of-user.ts'
import type { UserFaculty } from './faculty-lookup.ts'
import { userPermissions, type ProfileVisibility, type UserStatus } from '../policy.ts'
import type * as shapes from '../schemas.ts'

export type UserRow = Selectable<Users>

/** All fields of a user for himself or herself, as login and `me` return them. */
export function userDetailsView(row: UserRow, user_faculties: UserFaculty[]): Static<typeof shapes.User> {
  const role = row.role as Role
  return {
    _id: row.id,
    id: row.id,
    user_type: role,
    role,
    status: row.status as UserStatus,
    email: row.email,
    name: row.name,
    firstName: row.first_name,
    lastName: row.last_name,
    country: row.country,
    user_code: row.user_code,
    phone: row.phone,
    bio: row.bio,
    avatar_url: pictureUrl(row),
    language: row.language,
    time_zone: row.time_zone,
    colour_scheme: row.colour_scheme as 'light' | 'dark' | 'auto',
    custom_auth_input: row.custom_auth_input as Record<string, unknown>,
    registration_answers: registrationAnswersOfUser(row),
    user_faculties,
    // The password of an owner is the account's.
    has_password: row.password_hash !== null || row.account_id !== null,
    last_seen_at: row.last_seen_at,
    created_at: row.created_at,
  }
}

/** The fields of a person that this reader may see. */
export function personView(
  actor: Actor,
  { row, faculties, sight }: { row: UserRow; faculties: UserFaculty[]; sight: ProfileVisibility },
): Static<typeof shapes.UserView> {
  const { has_password: _hidden, ...all } = userDetailsView(row, faculties)
  const { _id, id, user_type, role, name, avatar_url, bio, email, user_code, country, status, last_seen_at } =
    all
  const card = {
    _id,
    id,
    user_type,
    role,
    name,
    avatar_url,
    bio,
    can: userPermissions(actor, policyUser(row)),
  }
  if (sight === 'full') return { ...all, ...card }
  if (sight === 'card') return card
  const { user_faculties, created_at, time_zone, registration_answers } = all
  return {
    ...card,
    email,
    user_code,
    country,
    status,
    last_seen_at,
    user_faculties,
    created_at,
    time_zone,
    registration_answers,
  }
}

export const personColumns = [
  'id',
  'role',
  'status',
  'name',
  'email',
  'user_code',
  'country',
  'avatar_upload_id',
  'last_seen_at',
  'created_at',
] as const

/** A row of a list of people. */
export function peopleListRow(
  actor: Actor,
  row: Pick<UserRow, (typeof personColumns)[number]>,
  user_faculties: UserFaculty[],
) {
  const { id, name, email, user_code, country, last_seen_at, created_at } = row
  const someone = policyUser(row)
  return {
    _id: id,
    id,
    name,
    email,
    user_code,
    country,
    last_seen_at,
    created_at,
    user_type: someone.role,
    status: someone.status as 'active' | 'awaiting_acceptance' | 'suspended',
    avatar_url: pictureUrl(row),
    user_faculties,
    can: userPermissions(actor, someone),
  }
}

/** Input of the policies about a person. */
export const policyUser = (row: Pick<UserRow, 'id' | 'role' | 'status'>) => ({
  id: row.id,
  role: row.role as Role,
  status: row.status as UserStatus,
})

const pictureUrl = (row: Pick<UserRow, 'avatar_upload_id'>) =>
  row.avatar_upload_id && publicMediaUrl(row.avatar_upload_id)

export function accountDetailsView(row: Selectable<Accounts>): Static<typeof shapes.Account> {
  const { id, email, name, first_name: firstName, last_name: lastName, country, created_at } = row
  return { _id: id, id, user_type: 'account_user', email, name, firstName, lastName, country, created_at }
}
