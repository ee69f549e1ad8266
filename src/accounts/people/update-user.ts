import { ensureStudentSeat } from '#plans/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Role } from '#tenancy/access/actor.ts'
import { isCountry, isTimeZone } from '#lib/countries/countries.ts'
import { ensureAllowed, ensureFound, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { discardUpload, getUsableUpload } from '#uploads/index.ts'
import type * as contract from '../contract.ts'
import { translateUniqueViolation } from '../users/create-user.ts'
import { facultiesOfUser } from '../users/faculties-of-user.ts'
import { removeOwnedSchool } from '../owners/remove-owned-school.ts'
import { mailTeacherAccepted } from './mail-teacher-accepted.ts'
import { deleteTokens } from '../sessions/one-time-tokens.ts'
import { mayChangeRoleOrStatus, mayEditUser, mayAssignUserCode, maySetProfileImage } from '../policy.ts'
import { changedNameColumns, type NameColumns, type NameInput } from '../users/person-name.ts'
import { publishUserEvent } from '../users/publish-user-event.ts'
import { listActiveOwnerIds, lockUser } from '../users/user-queries.ts'
import { endSessions } from '../sessions/session.ts'
import { policyUser, userDetailsView, type UserRow } from '../users/user-details-view.ts'

type Change = Input<typeof contract.updateUser>
type RoleAndStatus = Pick<Change, 'role' | 'status'>

export async function updateUser(ctx: Ctx, input: Change): Promise<Reply<typeof contract.updateUser>> {
  const { user_id = ctx.actor.id, role, status, name, firstName, lastName, ...profile } = input
  // Locks the owners first, so that concurrent changes lock in the same order.
  const owners = role || status ? await listActiveOwnerIds(ctx) : []
  const person = ensureFound(await lockUser(ctx, user_id))
  const statusChange = changedRoleAndStatus(person, { role, status })
  ensureAllowed(mayEditUser(ctx.actor, policyUser(person)))
  if (statusChange) {
    const others = owners.filter((id) => id !== person.id).length
    ensureAllowed(mayChangeRoleOrStatus(ctx.actor, policyUser(person), others))
  }
  await checkProfile(ctx, person, profile)
  if (statusChange?.role === 'student') await ensureStudentSeat(ctx)

  const named = changedNameColumns(person, { name, firstName, lastName })
  const row = await write(ctx, person, { ...trimmed(profile), ...named, ...statusChange })
  const old = person.avatar_upload_id
  if (old && row.avatar_upload_id !== old) await discardUpload(ctx, old)
  if (statusChange) await afterRoleOrStatusChange(ctx, person, statusChange)
  if (statusChange) await publishUserEvent(ctx, row, person.status)
  if (user_id !== ctx.actor.id)
    await ctx.audit('user.updated', ['user', user_id], { fields: Object.keys({ ...named, ...profile }) })
  return userDetailsView(row, await facultiesOfUser(ctx, row.id))
}

/** The actual changes of role and status; null for none, so that a form may send unchanged values. */
function changedRoleAndStatus(person: UserRow, { role, status }: RoleAndStatus): RoleAndStatus | null {
  const change = {
    ...(role && role !== person.role && { role }),
    ...(status && status !== person.status && { status }),
  }
  return Object.keys(change).length ? change : null
}

type Profile = Omit<Change, 'user_id' | 'role' | 'status' | keyof NameInput>

async function checkProfile(
  ctx: Ctx,
  person: UserRow,
  { country, time_zone, user_code, avatar_upload_id }: Profile,
) {
  if (country && !isCountry(country))
    refuseInvalidField('country', 'country_unknown', 'Use a valid country code.')
  if (time_zone && !isTimeZone(time_zone))
    refuseInvalidField('time_zone', 'time_zone_unknown', 'Use a valid time zone.')
  if (user_code !== undefined && user_code !== person.user_code) ensureAllowed(mayAssignUserCode(ctx.actor))
  if (avatar_upload_id && avatar_upload_id !== person.avatar_upload_id) {
    ensureAllowed(maySetProfileImage(ctx.actor, policyUser(person)))
    const upload = await getUsableUpload(ctx, avatar_upload_id, {
      purpose: 'avatar',
      field: 'avatar_upload_id',
    })
    if (upload.owner_id !== person.id)
      refuseInvalidField('avatar_upload_id', 'upload_unknown', 'This file does not exist.')
  }
}

function trimmed(profile: Profile) {
  const entries = Object.entries(profile).map(([key, value]) => [
    key,
    typeof value === 'string' ? value.trim() : value,
  ])
  return Object.fromEntries(entries) as Profile
}

async function write(
  { tx, school_id, now }: Ctx,
  person: UserRow,
  change: Profile & Partial<NameColumns> & RoleAndStatus,
): Promise<UserRow> {
  try {
    return await tx
      .updateTable('users')
      // The code of a removed person can be assigned again, like the address.
      .set({ ...change, ...(change.status === 'removed' && { user_code: null }), updated_at: now })
      .where('school_id', '=', school_id)
      .where('id', '=', person.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  } catch (error) {
    throw translateUniqueViolation(error)
  }
}

/** A change of role or status ends the person's sessions at once. */
async function afterRoleOrStatusChange(ctx: Ctx, person: UserRow, { role, status }: RoleAndStatus) {
  await endSessions(ctx, person.id)
  await deleteTokens(ctx, person.id)
  if (person.role === 'account_user' && (role || status === 'removed'))
    await removeOwnedSchool(ctx, { id: person.id, account_id: person.account_id! })
  const change = {
    ...(role && { role: [person.role as Role, role] }),
    ...(status && { status: [person.status, status] }),
  }
  await ctx.audit('user.role_or_status_changed', ['user', person.id], change)
  if (person.status === 'awaiting_acceptance' && status === 'active') await mailTeacherAccepted(ctx, person)
}
