import { withOwnedSchool } from '#accounts/index.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import { asSchool } from '#tenancy/context/context-for.ts'
import type { CtxWithoutTx, RequestContext } from '#tenancy/context/request-context.ts'
import { createCtxWithoutTx } from '#tenancy/http/school-transaction.ts'
import type { School } from '#tenancy/hosts/school.ts'

/** A context of a school that pays for its plan. */
export type SchoolCtx = CtxWithoutTx & { school: School }

/** The context of another school; the process drops its cached data at once when it changes. */
export const inSchool = (ctx: RequestContext, school: School): SchoolCtx => ({
  ...createCtxWithoutTx(asSchool(ctx, school), { onSchoolInvalidated: (id) => ctx.hosts.evict(id) }),
  school,
})

/**
 * The school that an owner's call is about: that of the host, or at the root host the named one. Refuses `not_found` for a
 * school that the account does not own.
 */
export async function ownedSchool(ctx: CtxWithoutTx, school_id?: string): Promise<SchoolCtx> {
  if (ctx.school) {
    if (school_id !== undefined && school_id !== ctx.school_id) throw new Refusal('not_found')
    return { ...ctx, school: ctx.school }
  }
  if (school_id === undefined) throw new Refusal('not_found')
  return withOwnedSchool(ctx, school_id, async ({ school, actor }) => inSchool({ ...ctx, actor }, school!))
}
