import { totpCode, totpStepAt } from '#accounts/second-factor/totp.ts'
import { confirmSecondFactor, loginAdmin, startSecondFactor } from '#accounts/contract.ts'
import { startVisit } from '#support/contract.ts'
import type { Input } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import { getTestApp } from '../harness/harness.ts'
import { createTestClient } from './test-client.ts'
import { createTestAccount, setClock, type TestSchool } from './school-builder.ts'

export const supportReason = 'A teacher wrote that the outline of a course is lost.'

/** The server's clock, which stands still until it is advanced: each code of an app works once. */
export function createTestClock() {
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

export type TestClock = ReturnType<typeof createTestClock>

/** A support account with its authenticator app. It is a support account until `dismiss`. */
export async function createSupportAccount(clock: TestClock) {
  const { services } = await getTestApp()
  const { config, databases } = services
  const account = await createTestAccount({ email: `help-${newId().slice(-12)}@lyceum.test` })
  await databases.db
    .updateTable('accounts')
    .set({ email_verified_at: clock.now() })
    .where('id', '=', account.id)
    .execute()
  config.supportEmails = [...config.supportEmails, account.email]
  const dismiss = () => {
    config.supportEmails = config.supportEmails.filter((email) => email !== account.email)
  }
  let secret = ''
  const code = () => {
    clock.pass(31_000)
    return totpCode(secret, totpStepAt(clock.now()))
  }
  return {
    ...account,
    dismiss,
    code,
    async enrol() {
      secret = (await account.api(startSecondFactor, {})).secret
      await account.api(confirmSecondFactor, { code: code() })
    },
    begin: (school: TestSchool, input: Partial<Input<typeof startVisit>> = {}) =>
      account.api(startVisit, {
        school_address: school.school_url,
        reason: supportReason,
        minutes: 60,
        code: code(),
        ...input,
      }),
    /** Starts a visit and uses its code at the school's host. */
    async visit(school: TestSchool, input: Partial<Input<typeof startVisit>> = {}) {
      const begun = await this.begin(school, input)
      const { user_token, user } = await school
        .visitor()
        .api(loginAdmin, { login_with: 'handoff', token: begun.code, school_id: school.school_id })
      return {
        ...createTestClient(school.app, school.host, user_token),
        id: user.id,
        ends_at: new Date(begun.ends_at),
      }
    },
  }
}

export type SupportAccount = Awaited<ReturnType<typeof createSupportAccount>>
