import type { Ctx } from '#tenancy/context/request-context.ts'

/** The most admins that hear of one thing: a school with more has made everybody an admin. */
const maxAdmins = 20

/** Who runs the school, to be told by mail, each with the language to write in. */
export async function adminsToNotify({ tx, school_id, school }: Ctx) {
  const admins = await tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('role', 'in', ['admin', 'account_user'])
    .where('status', '=', 'active')
    .select(['id', 'email', 'name', 'language'])
    .orderBy('created_at')
    .limit(maxAdmins)
    .execute()
  return admins.map((admin) => ({ ...admin, locale: admin.language ?? school!.language }))
}
