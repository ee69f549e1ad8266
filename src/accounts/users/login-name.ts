import { emailOf } from '#lib/email-address/email-address.ts'

export { emailOf }

/** What people log in with, as it is stored, counted and compared: an e-mail address, or the school's own user code. */
export const loginNameOf = (typed: string) => (typed.includes('@') ? emailOf(typed) : typed.trim())
