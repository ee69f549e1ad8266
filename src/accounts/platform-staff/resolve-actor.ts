import { visitor, type Actor, type Ctx, type Role } from '#tenancy/context/request-context.ts'
import { actorOfVisit, openVisit } from './support-session.ts'

type Around = Pick<Ctx, 'tx' | 'school_id' | 'now' | 'config'>

/** Whom an id stands for, while that one may act: an active user, or a visit of support that goes on. */
export async function personBehind(around: Around, id: string): Promise<Actor | null> {
  const user = await around.tx
    .selectFrom('users')
    .where('school_id', '=', around.school_id)
    .where('id', '=', id)
    .where('status', '=', 'active')
    .select(['id', 'role', 'name', 'email', 'account_id'])
    .executeTakeFirst()
  if (user) return { ...visitor, ...user, role: user.role as Role }
  const visit = await openVisit(around, id)
  return visit && actorOfVisit(visit, around.now)
}
