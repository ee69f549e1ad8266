import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { proofScope } from '#tenancy/http/proof-scope.ts'
import { countOrRequireProof } from '#platform/rate-limits/rate-limits.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { mailMagicLinkJobDefinition } from '../jobs.ts'
import { unknownLoginSubject } from '../login-protection/login-attempts.ts'
import { loginRoleOf } from '../users/roles.ts'

const perPerson = { max: 10, seconds: 900 }
const perSchool = { max: 1_000, seconds: 900 }

/**
 * Only enqueues a job, so that neither response nor timing reveals whether the user exists. In addition to the
 * limit per address, every named person and every school has a limit, existing or not.
 */
export async function requestMagicLink(
  ctx: CtxWithoutTx,
  { user_code, user_type, redirect }: Input<typeof contract.requestMagicLink>,
): Promise<Reply<typeof contract.requestMagicLink>> {
  const { db, school_id, locale } = ctx
  const kind = loginRoleOf(user_type)
  const throttleKey = unknownLoginSubject(school_id, kind, user_code)
  // These limits require work instead of refusing: a link is the way in for people whose password others are
  // guessing.
  await countOrRequireProof(db, `${school_id}/askForMagicLink/person/${throttleKey}`, {
    limit: perPerson,
    scope: proofScope(ctx),
  })
  await countOrRequireProof(db, `${school_id}/askForMagicLink/school`, {
    limit: perSchool,
    scope: proofScope(ctx),
  })
  await ctx.transact((txCtx) =>
    txCtx.enqueue(mailMagicLinkJobDefinition, { user_code, kind, locale, redirect: redirect ?? null }),
  )
  return okReply
}
