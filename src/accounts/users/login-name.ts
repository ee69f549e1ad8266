import { normalizeEmail } from '#lib/email-address/email-address.ts'

export { normalizeEmail }

/** Normalised login name for storage, counting and comparison: an e-mail address or a user code. */
export const normalizeLoginName = (input: string) =>
  input.includes('@') ? normalizeEmail(input) : input.trim()
