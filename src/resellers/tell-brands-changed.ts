import type { Ctx } from '#platform/context.ts'
import { tellChanged } from '#platform/transact.ts'

/** A brand is in every page of its schools: every process drops everything. Whoever edits resellers does so seldom. */
export async function tellBrandsChanged(ctx: Ctx) {
  await tellChanged(ctx, '')
  ctx.afterCommit(() => ctx.hosts.forget())
}
