import { normalizeEmail } from '#lib/email-address/email-address.ts'

export { normalizeEmail }

/** What people log in with, as it is stored, counted and compared: an e-mail address, or the school's own user code. */
export const normalizeLoginName = (input: string) =>
  input.includes('@') ? normalizeEmail(input) : input.trim()
