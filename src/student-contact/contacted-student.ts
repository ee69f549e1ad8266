import { getStudent, teachesStudent } from '#learning/index.ts'
import { ensureAllowed } from '#platform/contract/refusal.ts'
import { isAdmin } from '#tenancy/access/actor.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { mayContactStudent } from './policy.ts'

/** Returns a student whom the actor may contact; refuses others. */
export async function getContactedStudent(ctx: Ctx, student_id: string) {
  const student = await getStudent(ctx, student_id)
  const teaches = !isAdmin(ctx.actor) && (await teachesStudent(ctx, student_id))
  ensureAllowed(mayContactStudent(ctx.actor, teaches))
  return student
}
