import { accountsIn, schoolsKnowing } from '#accounts/index.ts'
import { sendMail } from '#mail/index.ts'
import type { OwnCtx, Role } from '#tenancy/context/request-context.ts'
import { useUp } from '#tenancy/http/rate-limits.ts'
import { hashOf } from '#platform/security/tokens.ts'
import { transact } from '#tenancy/http/school-transaction.ts'
import { translator } from '#platform/pages/translate.ts'
import { schoolsAtRoot } from './schools-at-root-host.ts'

/** Mails that one address is sent in an hour, so that nobody can fill somebody's mailbox. */
const perAddress = { max: 3, seconds: 3_600 }

interface Asked {
  email: string
  locale: string
}

const words = { student: 'student', teacher: 'teacher', admin: 'admin', account_user: 'owner' } as const

/**
 * One mail with every school that knows the address; to an address that none knows, nothing: otherwise a stranger could
 * have the platform write to anybody. Repeated after a crash it mails a second time, which does no harm.
 */
export async function runMailMySchools(ctx: OwnCtx, { email, locale }: Asked) {
  const { used } = await useUp(ctx.db, `my-schools/${hashOf(email).toString('hex')}`, perAddress, ctx.now)
  if (used > perAddress.max) return
  const schools = await schoolsAtRoot(ctx, await schoolsKnowing(ctx.db, email))
  const mine: { name: string; url: string; roles: Role[] }[] = []
  let language = locale
  for (const { school_id, name, url } of schools) {
    const around = { ...ctx, school_id, school: null }
    const accounts = await transact(around, { onSchoolChanged: () => {} }, (inside) =>
      accountsIn(inside, email),
    )
    const roles = [...new Set(accounts.map((account) => account.role))]
    if (roles.length > 0) mine.push({ name, url, roles })
    language = accounts.find((account) => account.language)?.language ?? language
  }
  if (mine.length === 0) return
  const t = translator(language)
  await ctx.transact((inside) =>
    sendMail(inside, {
      to: email,
      kind: 'my_schools',
      locale: language,
      mail: {
        subject: t('schools:my_schools.subject'),
        heading: t('schools:my_schools.heading'),
        paragraphs: [t('schools:my_schools.text', { count: mine.length })],
        links: mine.map(({ name, url, roles }) => ({
          label: name,
          url: `${url}/login`,
          note: roles.map((role) => t(`schools:my_schools.as_${words[role]}`)).join(', '),
        })),
        footnote: t('schools:my_schools.footnote'),
      },
    }),
  )
}
