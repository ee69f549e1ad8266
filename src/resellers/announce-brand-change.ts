import type { Ctx } from '#tenancy/context/request-context.ts'
import { announceSchoolChange } from '#tenancy/http/school-transaction.ts'

/** A brand is part of every page of its schools, so every process drops its whole cache. This is rare. */
export async function announceBrandChange(ctx: Ctx) {
  await announceSchoolChange(ctx, '')
  ctx.afterCommit(() => ctx.hosts.evict())
}
