import { contextFor } from '#tenancy/context/context-for.ts'
import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { systemActor } from '#tenancy/access/actor.ts'
import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import { runTransaction } from '#tenancy/http/school-transaction.ts'
import { mailMySchoolsJobDefinition } from '#schools/jobs.ts'
import { getTestApp } from '../harness/harness.ts'
import { testSource } from './school-builder.ts'

/** Links of the mail that a person gets who requests the own schools at a root host. */
export async function readMailedLinks({ root_domain }: { root_domain: string }, email: string) {
  const { services } = await getTestApp()
  const requestContext = contextFor(services, {
    school: { school_id: PLATFORM_ID, brand: await services.hosts.brand(root_domain) },
    actor: systemActor,
    source: testSource(),
  })
  const within: CtxWithoutTx['transact'] = (work) =>
    runTransaction(requestContext, { onSchoolInvalidated: () => {} }, work)
  await mailMySchoolsJobDefinition.run(
    { ...requestContext, transact: within } as never,
    { email, locale: 'en' } as never,
  )
  const mails = await within(({ tx }) =>
    tx
      .selectFrom('mail_outbox')
      .where('school_id', '=', PLATFORM_ID)
      .where('kind', '=', 'my_schools')
      .where('recipient', '=', email)
      .select('text')
      .execute(),
  )
  return mails.flatMap(({ text }) => text.match(/http\S+\/login/g) ?? [])
}
