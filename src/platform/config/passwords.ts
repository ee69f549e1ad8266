import type { ConfigReader } from './config.ts'

export interface PasswordConfig {
  /** A service that answers `<address><five letters of a hash>` with what it knows of leaks; null where none is asked. */
  passwordRangeUrl: string | null
}

/** Whether new passwords are looked up elsewhere too. */
export function readPasswords(read: ConfigReader, production: boolean): PasswordConfig {
  const fits = (value: string) => {
    if (!URL.canParse(value) || !value.endsWith('/')) return false
    const { protocol, username, search, hash } = new URL(value)
    return !username && !search && !hash && (protocol === 'https:' || (!production && protocol === 'http:'))
  }
  const passwordRangeUrl = read.optional(
    'LEAKED_PASSWORDS_URL',
    fits,
    'an https:// address that ends in a slash',
  )
  return { passwordRangeUrl }
}
