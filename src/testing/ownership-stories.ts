import { addOwner } from '#accounts/index.ts'
import { enterSchool, loginAdmin } from '#accounts/contract.ts'
import { anAccount, aSchool, theApp, type SchoolStory } from './stories.ts'

export type AccountStory = Awaited<ReturnType<typeof anAccount>>

/** A school with an owner's account, and the way in that the owner has. */
export async function anOwnedSchool(given: Parameters<typeof aSchool>[0] = {}) {
  const account = await anAccount()
  const school = await aSchool(given)
  const owner = await school.inside((ctx) => addOwner(ctx, account.id))
  return { account, school, owner }
}

/** Another owner of the same school. */
export async function aCoOwner(school: SchoolStory) {
  const account = await anAccount()
  const owner = await school.inside((ctx) => addOwner(ctx, account.id))
  return { account, owner }
}

/** The headers of a session in the school that the account came into. */
export async function enteredBy(school: SchoolStory, account: AccountStory) {
  const { code } = await account.api(enterSchool, { school_id: school.school_id })
  const { user_token } = await school.visitor().api(loginAdmin, { token: code, login_with: 'handoff' })
  return { 'x-access-token': user_token }
}

/** Mails that the school wrote, the first first. */
export const mailsOf = (school: Pick<SchoolStory, 'inside'>) =>
  school.inside(({ tx, school_id }) =>
    tx
      .selectFrom('mail_outbox')
      .where('school_id', '=', school_id)
      .orderBy('created_at')
      .orderBy('id')
      .select(['kind', 'recipient', 'subject', 'text'])
      .execute(),
  )

/** The token of the newest mailed link to an address. */
export async function mailedToken(school: SchoolStory, recipient: string) {
  const mails = (await mailsOf(school)).filter((mail) => mail.recipient === recipient)
  const token = /[?&]token=([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1]
  if (!token) throw new Error(`No link was mailed to ${recipient}`)
  return token
}

export const actionsOf = async (school: SchoolStory) => {
  const rows = await school.inside(({ tx, school_id }) =>
    tx
      .selectFrom('audit_log')
      .where('school_id', '=', school_id)
      .orderBy('created_at')
      .orderBy('id')
      .select('action')
      .execute(),
  )
  return rows.map(({ action }) => action)
}

export const theDatabase = async () => (await theApp()).services.databases.db
