import type { ConfigReader } from './config.ts'

/** Mails a day to people who are not members yet: in a school's first 7 days, up to its 30th day, and after that. */
export type MailAllowance = readonly [firstDays: number, firstMonth: number, later: number]

export interface ExternalMailConfig {
  free: MailAllowance
  paid: MailAllowance
}

const form = /^\d{1,7}$/

export const readOutsideMail = (read: ConfigReader): ExternalMailConfig => ({
  free: allowance(read, 'EXTERNAL_MAIL_LIMITS_FREE', [50, 100, 200]),
  paid: allowance(read, 'EXTERNAL_MAIL_LIMITS_PAID', [500, 2_000, 10_000]),
})

function allowance(read: ConfigReader, name: string, fallback: MailAllowance): MailAllowance {
  const given = read.list(name, fallback.map(String), (one) => form.test(one), 'three whole numbers')
  if (given.length !== 3) read.fault(name, 'must be three whole numbers, such as 50,100,200')
  const [first = 0, month = 0, later = 0] = given.map(Number)
  return [first, month, later]
}
