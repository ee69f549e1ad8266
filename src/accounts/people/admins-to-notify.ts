import type { Ctx } from '#tenancy/context/request-context.ts'

/** Maximum number of admins per notification. */
const maxAdmins = 20

/** Admins and owners to notify by mail, each with language. */
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
