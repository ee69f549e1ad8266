import type { Ctx } from '#tenancy/context/request-context.ts'
import { json } from '#platform/database/database.server.ts'
import { translator } from '#platform/pages/translate.ts'
import { removeOwnedSchool } from '../owners/remove-owned-school.ts'
import { removeFromSchoolDirectory } from '../users/school-directory.ts'
import { publishUserEvent } from '../users/publish-user-event.ts'
import { listActiveOwnerIds, lockUser } from '../users/user-queries.ts'

/**
 * Returns the person if the erasure is due, locked until commit. Null otherwise, and for a school's last owner.
 */
export async function lockUserForErasure(ctx: Ctx, user_id: string) {
  const owners = await listActiveOwnerIds(ctx)
  const person = await lockUser(ctx, user_id)
  if (!person?.erase_at || person.erase_at > ctx.now) return null
  if (person.role === 'account_user' && owners.every((id) => id === user_id)) return null
  return person
}

/** Blanks a person's row after everything else is deleted, because content of others still references it. */
export async function eraseUser(ctx: Ctx, user_id: string) {
  const before = await lockUser(ctx, user_id)
  if (!before) return
  if (before.account_id) await removeOwnedSchool(ctx, { id: user_id, account_id: before.account_id })
  const after = await ctx.tx
    .updateTable('users')
    .set(erasedColumns(ctx, user_id))
    .where('school_id', '=', ctx.school_id)
    .where('id', '=', user_id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await removeFromSchoolDirectory(ctx, before.email)
  // Webhook receivers get the event with the placeholder name.
  await publishUserEvent(ctx, after, before.status)
  await ctx.audit('user.erased', ['user', user_id])
}

/** The columns of an erased user: a placeholder name and address, and nothing personal. */
function erasedColumns({ now, school }: Ctx, user_id: string) {
  return {
    name: translator(school?.language)('accounts:former_member'),
    email: `${user_id}@erased.invalid`,
    first_name: null,
    last_name: null,
    country: null,
    phone: null,
    bio: '',
    user_code: null,
    avatar_upload_id: null,
    language: null,
    time_zone: null,
    password_hash: null,
    totp_secret: null,
    totp_confirmed_at: null,
    recovery_codes: [],
    consented_purposes: [],
    custom_auth_input: json({}),
    registration_question_labels: json({}),
    last_seen_at: null,
    erase_at: null,
    erased_at: now,
    updated_at: now,
    status: 'removed',
  }
}
