import type { OwnCtx } from '#tenancy/context/request-context.ts'
import { countOrProve } from '#tenancy/http/rate-limits.ts'
import { done, type Input, type Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { mailMagicLink } from '../jobs.ts'
import { strangerOf } from '../login-protection/login-attempts.ts'
import { loginKind } from '../users/roles.ts'

const perPerson = { max: 10, seconds: 900 }
const perSchool = { max: 1_000, seconds: 900 }

/**
 * Only queues a look, so that neither the answer nor its time says whether there is such a user. Beside the route's
 * limit for each address, every person who is named and every school has one, whether or not the person exists.
 */
export async function askForMagicLink(
  ctx: OwnCtx,
  { user_code, user_type, redirect }: Input<typeof contract.askForMagicLink>,
): Promise<Reply<typeof contract.askForMagicLink>> {
  const { db, school_id, locale } = ctx
  const kind = loginKind(user_type)
  const asked = strangerOf(school_id, kind, user_code)
  // Neither refuses: a link is how somebody gets in whose password others are guessing.
  await countOrProve(db, `${school_id}/askForMagicLink/person/${asked}`, { limit: perPerson, around: ctx })
  await countOrProve(db, `${school_id}/askForMagicLink/school`, { limit: perSchool, around: ctx })
  await ctx.transact((inside) =>
    inside.enqueue(mailMagicLink, { user_code, kind, locale, redirect: redirect ?? null }),
  )
  return done
}
