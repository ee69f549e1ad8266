import { PLATFORM_ID, system, type OwnCtx, type Surroundings } from '#tenancy/context/request-context.ts'
import { silentLog } from '#platform/telemetry/log.ts'
import { transact } from '#tenancy/http/school-transaction.ts'
import { mailMySchools } from '#schools/jobs.ts'
import { theApp } from '../harness/harness.ts'

/** Where the mail leads that somebody gets who asks at a root for the own schools. */
export async function linksMailed({ root_domain }: { root_domain: string }, email: string) {
  const { services } = await theApp()
  const { config, storage, databases, hosts, reactions } = services
  const around: Surroundings = {
    config,
    storage,
    reactions,
    db: databases.db,
    hosts,
    brand: await hosts.brand(root_domain),
    school_id: PLATFORM_ID,
    school: null,
    actor: system,
    now: new Date(),
    request_id: 'test',
    locale: 'en',
    log: silentLog,
    address: '',
    user_agent: '',
    request_source: 'test',
  }
  const within: OwnCtx['transact'] = (work) => transact(around, { onSchoolChanged: () => {} }, work)
  await mailMySchools.run({ ...around, transact: within } as never, { email, locale: 'en' } as never)
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
