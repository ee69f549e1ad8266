import type { Ctx } from '#tenancy/context/request-context.ts'
import { normalizeEmail } from '#lib/email-address/email-address.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { mailMySchoolsJobDefinition } from '../jobs.ts'

/** Only enqueues a job, so that neither response nor timing reveals whether the address is known. */
export async function requestMySchools(
  ctx: Ctx,
  { email }: Input<typeof contract.requestMySchoolsEmail>,
): Promise<Reply<typeof contract.requestMySchoolsEmail>> {
  await ctx.enqueue(mailMySchoolsJobDefinition, { email: normalizeEmail(email), locale: ctx.locale })
  return okReply
}
