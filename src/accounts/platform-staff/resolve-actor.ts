import type { Ctx } from '#tenancy/context/request-context.ts'
import { visitorActor, type Actor, type Role } from '#tenancy/access/actor.ts'
import { supportActor, findActiveVisit } from './support-session.ts'

type SchoolContext = Pick<Ctx, 'tx' | 'school_id' | 'now' | 'config'>

/** Returns the actor of an id while active: a user, or an open support visit. */
export async function resolveActor(requestContext: SchoolContext, id: string): Promise<Actor | null> {
  const user = await requestContext.tx
    .selectFrom('users')
    .where('school_id', '=', requestContext.school_id)
    .where('id', '=', id)
    .where('status', '=', 'active')
    .select(['id', 'role', 'name', 'email', 'account_id'])
    .executeTakeFirst()
  if (user) return { ...visitorActor, ...user, role: user.role as Role }
  const visit = await findActiveVisit(requestContext, id)
  return visit && supportActor(visit, requestContext.now)
}
