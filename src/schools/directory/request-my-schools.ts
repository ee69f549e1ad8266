import type { Ctx } from '#tenancy/context/request-context.ts'
import { emailOf } from '#lib/email-address/email-address.ts'
import { done, type Input, type Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { mailMySchools } from '../jobs.ts'

/** Only queues a look: whether anybody has this address shows neither in the answer nor in the time it takes. */
export async function askForMySchools(
  ctx: Ctx,
  { email }: Input<typeof contract.askForMySchools>,
): Promise<Reply<typeof contract.askForMySchools>> {
  await ctx.enqueue(mailMySchools, { email: emailOf(email), locale: ctx.locale })
  return done
}
