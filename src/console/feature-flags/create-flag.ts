import type { Ctx } from '#tenancy/context/request-context.ts'
import { violatedUniqueConstraint } from '#platform/database/database.server.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { announceSchoolChange } from '#tenancy/http/school-transaction.ts'
import type * as contract from '../contract.ts'
import { ensureSchoolsExist } from './ensure-schools-exist.ts'

export async function createFlag(
  ctx: Ctx,
  { name, ...flag }: Input<typeof contract.createFlag>,
): Promise<Reply<typeof contract.createFlag>> {
  const { tx, now } = ctx
  await ensureSchoolsExist(ctx, flag.school_urls)
  const row = await tx
    .insertInto('feature_flags')
    .values({ name, ...flag, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw violatedUniqueConstraint(error) ? new Refusal('flag_exists') : error
    })
  await ctx.audit('flag.created', ['flag', name], flag)
  await notifyFlagsChanged(ctx)
  return row
}

/** Flags are cached with each school, so every process drops all schools. */
export const notifyFlagsChanged = (ctx: Ctx) => announceSchoolChange(ctx, '')
