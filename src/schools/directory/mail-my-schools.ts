import { findEmailAccounts, schoolsWithEmail } from '#accounts/index.ts'
import { sendMail } from '#mail/index.ts'
import { asSchool } from '#tenancy/context/context-for.ts'
import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import type { Role } from '#tenancy/access/actor.ts'
import { countUse } from '#platform/rate-limits/rate-limits.ts'
import { hashToken } from '#platform/security/tokens.ts'
import { runTransaction } from '#tenancy/http/school-transaction.ts'
import { translator } from '#platform/pages/translate.ts'
import { schoolsAtRootHost } from './schools-at-root-host.ts'

/** Maximum mails per address and hour, so that nobody can flood a mailbox. */
const perAddress = { max: 3, seconds: 3_600 }

interface SchoolListRequest {
  email: string
  locale: string
}

const words = { student: 'student', teacher: 'teacher', admin: 'admin', account_user: 'owner' } as const

/**
 * Mails every school of an address. Unknown addresses get no mail, so that nobody can use the platform to write
 * to others. A repetition after a crash sends a second mail, which is harmless.
 */
export async function runMailMySchools(ctx: CtxWithoutTx, { email, locale }: SchoolListRequest) {
  const { used } = await countUse(ctx, `my-schools/${hashToken(email).toString('hex')}`, perAddress)
  if (used > perAddress.max) return
  const { ownSchools, language } = await findOwnSchools(ctx, email)
  if (ownSchools.length === 0) return
  await mailSchools(ctx, { email, ownSchools, locale: language ?? locale })
}

/** The schools in which the address has an account, and the language of the last account that has one. */
async function findOwnSchools(ctx: CtxWithoutTx, email: string) {
  const schools = await schoolsAtRootHost(ctx, await schoolsWithEmail(ctx.db, email))
  const ownSchools: OwnSchool[] = []
  let language: string | null = null
  for (const { school_id, name, url } of schools) {
    const requestContext = asSchool(ctx, { school_id })
    const accounts = await runTransaction(requestContext, { onSchoolInvalidated: () => {} }, (txCtx) =>
      findEmailAccounts(txCtx, email),
    )
    const roles = [...new Set(accounts.map((account) => account.role))]
    if (roles.length > 0) ownSchools.push({ name, url, roles })
    language = accounts.find((account) => account.language)?.language ?? language
  }
  return { ownSchools, language }
}

interface OwnSchool {
  name: string
  url: string
  roles: Role[]
}

async function mailSchools(
  ctx: CtxWithoutTx,
  { email, ownSchools, locale }: { email: string; ownSchools: OwnSchool[]; locale: string },
) {
  const t = translator(locale)
  await ctx.transact((txCtx) =>
    sendMail(txCtx, {
      to: email,
      kind: 'my_schools',
      locale,
      mail: {
        subject: t('schools:my_schools.subject'),
        heading: t('schools:my_schools.heading'),
        paragraphs: [t('schools:my_schools.text', { count: ownSchools.length })],
        links: ownSchools.map(({ name, url, roles }) => ({
          label: name,
          url: `${url}/login`,
          note: roles.map((role) => t(`schools:my_schools.as_${words[role]}`)).join(', '),
        })),
        footnote: t('schools:my_schools.footnote'),
      },
    }),
  )
}
