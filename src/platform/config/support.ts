import { normalizeEmail } from '#lib/email-address/email-address.ts'

/** Who works for the platform itself; all lower case. */
export interface SupportConfig {
  supportEmails: string[]
  /** The one of them that may also use the console; null where nobody may. */
  privilegedEmail: string | null
  /** Where anybody may write to the platform; empty for nowhere. */
  contactEmail: string
}

interface Reader {
  fault(name: string, what: string): void
  optional(name: string, test: (value: string) => boolean, wanted: string): string | null
  list(name: string, fallback: string[], test: (value: string) => boolean, wanted: string): string[]
}

/** The support accounts of a machine that nobody has configured; the first one is the privileged one. */
export const demoSupportEmails = ['support@lyceum.example', 'operations@lyceum.example']

/** The accounts that SUPPORT_EMAILS and PRIVILEGED_EMAIL name; none in production unless they are set. */
export function readSupport(
  read: Reader,
  isEmail: (value: string) => boolean,
  production: boolean,
): SupportConfig {
  const fallback = production ? [] : demoSupportEmails
  const listed = read.list('SUPPORT_EMAILS', fallback, isEmail, 'e-mail addresses')
  const supportEmails = [...new Set(listed.map(normalizeEmail))]
  const privileged = read.optional('PRIVILEGED_EMAIL', isEmail, 'an e-mail address')
  const named = privileged && normalizeEmail(privileged)
  if (named && !supportEmails.includes(named)) read.fault('PRIVILEGED_EMAIL', 'must be one of SUPPORT_EMAILS')
  const contactEmail = read.optional('CONTACT_EMAIL', isEmail, 'an e-mail address') ?? ''
  return {
    contactEmail,
    supportEmails,
    privilegedEmail: named ?? (production ? null : (supportEmails[0] ?? null)),
  }
}
