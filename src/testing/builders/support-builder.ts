import { codeOf, stepAt } from '#accounts/second-factor/totp.ts'
import { confirmSecondFactor, loginAdmin, startSecondFactor } from '#accounts/contract.ts'
import { visitSchool } from '#support/contract.ts'
import type { Input } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import { theApp } from '../harness/harness.ts'
import { aCaller } from './people.ts'
import { anAccount, setClock, type SchoolStory } from './school-builder.ts'

export const supportReason = 'A teacher wrote that the outline of a course is lost.'

/** The server's clock, which stands until it is moved on: each code of an app works once. */
export function aClock() {
  let now = new Date()
  setClock(now)
  return {
    now: () => now,
    pass(ms: number) {
      now = new Date(now.getTime() + ms)
      setClock(now)
    },
  }
}

export type Clock = ReturnType<typeof aClock>

/** An account of the platform's support, with its app. It stays support until `dismiss`. */
export async function aSupportAccount(clock: Clock) {
  const { services } = await theApp()
  const { config, databases } = services
  const account = await anAccount({ email: `help-${newId().slice(-12)}@lyceum.test` })
  await databases.db
    .updateTable('accounts')
    .set({ email_proved_at: clock.now() })
    .where('id', '=', account.id)
    .execute()
  config.supportEmails = [...config.supportEmails, account.email]
  const dismiss = () => {
    config.supportEmails = config.supportEmails.filter((email) => email !== account.email)
  }
  let secret = ''
  const code = () => {
    clock.pass(31_000)
    return codeOf(secret, stepAt(clock.now()))
  }
  return {
    ...account,
    dismiss,
    code,
    async enrol() {
      secret = (await account.api(startSecondFactor, {})).secret
      await account.api(confirmSecondFactor, { code: code() })
    },
    begin: (school: SchoolStory, input: Partial<Input<typeof visitSchool>> = {}) =>
      account.api(visitSchool, {
        school_address: school.school_url,
        reason: supportReason,
        minutes: 60,
        code: code(),
        ...input,
      }),
    /** Begins a visit and takes its code at the school's host. */
    async visit(school: SchoolStory, input: Partial<Input<typeof visitSchool>> = {}) {
      const begun = await this.begin(school, input)
      const { user_token, user } = await school
        .visitor()
        .api(loginAdmin, { login_with: 'handoff', token: begun.code, school_id: school.school_id })
      return {
        ...aCaller(school.app, school.host, user_token),
        id: user.id,
        ends_at: new Date(begun.ends_at),
      }
    },
  }
}

export type SupportAccount = Awaited<ReturnType<typeof aSupportAccount>>
