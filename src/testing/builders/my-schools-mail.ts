import {
  PLATFORM_ID,
  systemActor,
  type CtxWithoutTx,
  type RequestContext,
} from '#tenancy/context/request-context.ts'
import { silentLog } from '#platform/telemetry/log.ts'
import { runTransaction } from '#tenancy/http/school-transaction.ts'
import { mailMySchoolsJobDefinition } from '#schools/jobs.ts'
import { getTestApp } from '../harness/harness.ts'

/** Where the mail leads that somebody gets who asks at a root for the own schools. */
export async function readMailedLinks({ root_domain }: { root_domain: string }, email: string) {
  const { services } = await getTestApp()
  const { config, storage, databases, hosts, reactions } = services
  const requestContext: RequestContext = {
    config,
    storage,
    reactions,
    db: databases.db,
    hosts,
    brand: await hosts.brand(root_domain),
    school_id: PLATFORM_ID,
    school: null,
    actor: systemActor,
    now: new Date(),
    request_id: 'test',
    locale: 'en',
    log: silentLog,
    address: '',
    user_agent: '',
    request_source: 'test',
  }
  const within: CtxWithoutTx['transact'] = (work) =>
    runTransaction(requestContext, { onSchoolChanged: () => {} }, work)
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
