import type { Ctx } from '#tenancy/context/request-context.ts'
import { announceSchoolChange } from '#tenancy/http/school-transaction.ts'

/** A brand is in every page of its schools: every process drops everything. Whoever edits resellers does so seldom. */
export async function announceBrandChange(ctx: Ctx) {
  await announceSchoolChange(ctx, '')
  ctx.afterCommit(() => ctx.hosts.forget())
}
