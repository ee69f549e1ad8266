import { ensurePlaceForStudent } from '#plans/index.ts'
import type { Ctx, Role } from '#tenancy/context/request-context.ts'
import { isCountry, isTimeZone } from '#lib/countries/countries.ts'
import { ensure, found, refuseField } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { discardUpload, useUpload } from '#uploads/index.ts'
import type * as contract from '../contract.ts'
import { takenBy } from '../users/create-user.ts'
import { facultiesOf } from '../users/faculties-of-user.ts'
import { giveUpSchool } from '../owners/remove-owned-school.ts'
import { mailAccepted } from './mail-teacher-accepted.ts'
import { dropTokens } from '../sessions/one-time-tokens.ts'
import { mayChangeStanding, mayEdit, mayGiveCode, maySetPicture } from '../policy.ts'
import { changedName, type NameColumns, type SentName } from '../users/person-name.ts'
import { publishPerson } from '../users/publish-user-event.ts'
import { activeOwners, userToChange } from '../users/user-queries.ts'
import { endSessions } from '../sessions/session.ts'
import { standingOf, userDetails, type UserRow } from '../users/user-details.ts'

type Change = Input<typeof contract.updateUser>
type Standing = Pick<Change, 'role' | 'status'>

export async function updateUser(ctx: Ctx, input: Change): Promise<Reply<typeof contract.updateUser>> {
  const { user_id = ctx.actor.id, role, status, name, firstName, lastName, ...profile } = input
  // Owners first: two changes of owners then wait for each other in one order.
  const owners = role || status ? await activeOwners(ctx) : []
  const person = found(await userToChange(ctx, user_id))
  const standing = standingChange(person, { role, status })
  ensure(mayEdit(ctx.actor, standingOf(person)))
  if (standing) {
    const others = owners.filter((id) => id !== person.id).length
    ensure(mayChangeStanding(ctx.actor, standingOf(person), others))
  }
  await checkProfile(ctx, person, profile)
  if (standing?.role === 'student') await ensurePlaceForStudent(ctx)

  const named = changedName(person, { name, firstName, lastName })
  const row = await write(ctx, person, { ...trimmed(profile), ...named, ...standing })
  const old = person.picture_upload_id
  if (old && row.picture_upload_id !== old) await discardUpload(ctx, old)
  if (standing) await afterStandingChange(ctx, person, standing)
  if (standing) await publishPerson(ctx, row, person.status)
  if (user_id !== ctx.actor.id)
    await ctx.audit('user.updated', ['user', user_id], { fields: Object.keys({ ...named, ...profile }) })
  return userDetails(row, await facultiesOf(ctx, row.id))
}

/** What really changes of role and status; null for nothing, so that a form may send them back as they were. */
function standingChange(person: UserRow, { role, status }: Standing): Standing | null {
  const change = {
    ...(role && role !== person.role && { role }),
    ...(status && status !== person.status && { status }),
  }
  return Object.keys(change).length ? change : null
}

type Profile = Omit<Change, 'user_id' | 'role' | 'status' | keyof SentName>

async function checkProfile(
  ctx: Ctx,
  person: UserRow,
  { country, time_zone, user_code, picture_upload_id }: Profile,
) {
  if (country && !isCountry(country)) refuseField('country', 'country_unknown', 'This is not a country code.')
  if (time_zone && !isTimeZone(time_zone))
    refuseField('time_zone', 'time_zone_unknown', 'This is not a time zone.')
  if (user_code !== undefined && user_code !== person.user_code) ensure(mayGiveCode(ctx.actor))
  if (picture_upload_id && picture_upload_id !== person.picture_upload_id) {
    ensure(maySetPicture(ctx.actor, standingOf(person)))
    const upload = await useUpload(ctx, picture_upload_id, 'profile_picture', 'picture_upload_id')
    if (upload.owner_id !== person.id)
      refuseField('picture_upload_id', 'upload_unknown', 'There is no such file.')
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
  change: Profile & Partial<NameColumns> & Standing,
): Promise<UserRow> {
  try {
    return await tx
      .updateTable('users')
      // The code of somebody who has left can be given again, as the e-mail can.
      .set({ ...change, ...(change.status === 'removed' && { user_code: null }), updated_at: now })
      .where('school_id', '=', school_id)
      .where('id', '=', person.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  } catch (error) {
    throw takenBy(error)
  }
}

/** A change of role or access takes effect at once: whoever is logged in with the old one is logged out. */
async function afterStandingChange(ctx: Ctx, person: UserRow, { role, status }: Standing) {
  await endSessions(ctx, person.id)
  await dropTokens(ctx, person.id)
  if (person.role === 'account_user' && (role || status === 'removed'))
    await giveUpSchool(ctx, { id: person.id, account_id: person.account_id! })
  const change = {
    ...(role && { role: [person.role as Role, role] }),
    ...(status && { status: [person.status, status] }),
  }
  await ctx.audit('user.standing_changed', ['user', person.id], change)
  if (person.status === 'awaiting_acceptance' && status === 'active') await mailAccepted(ctx, person)
}
