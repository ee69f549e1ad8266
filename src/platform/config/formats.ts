import { isIP } from 'node:net'
import { isLoopback } from '../security/public-address.ts'

/** A check of a text with a description of what it accepts: "must be …". */
export interface TextFormat {
  test(value: string): boolean
  expected: string
}

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i
const isHostname = (value: string) =>
  value.length <= 253 && value.split('.').every((part) => label.test(part))

export const hostname: TextFormat = { test: isHostname, expected: 'a host name such as lyceum.example' }

export const listenAddress: TextFormat = {
  test: (value) => isIP(value) > 0 || isHostname(value),
  expected: 'an address to listen on',
}

const isEmail = (value: string) => {
  const [name, host, ...rest] = value.split('@')
  return Boolean(name && host) && rest.length === 0 && !/[\s<>,"]/.test(value) && isHostname(host!)
}

export const emailAddress: TextFormat = { test: isEmail, expected: 'an e-mail address' }

export const mailSender: TextFormat = {
  test(value) {
    const open = value.indexOf('<')
    return open === -1 ? isEmail(value) : value.endsWith('>') && isEmail(value.slice(open + 1, -1))
  },
  expected: 'a sender: name@host or Name <name@host>',
}

/** A text of at most `length` characters. */
export const textUpTo = (length: number): TextFormat => ({
  test: (value) => value.length <= length,
  expected: `at most ${length} characters`,
})

/** A secret of at least 32 characters. */
export const longSecret: TextFormat = {
  test: (value) => value.length >= 32,
  expected: 'at least 32 random characters',
}

/** A secret that is sent in a header. */
export const headerSecret: TextFormat = {
  test: (value) => /^[\x21-\x7e]{1,500}$/.test(value),
  expected: 'at most 500 printable characters without spaces',
}

/** An address with one of these protocols, such as `https:`. */
export const url = (...protocols: string[]): TextFormat => ({
  test: (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
  expected: `an ${protocols.map((protocol) => `${protocol}//`).join(' or ')} address`,
})

const http = url('http:', 'https:')
export const httpUrl = http
export const httpsUrl = url('https:')

/** An http address without credentials, query and fragment. */
export const plainHttpUrl: TextFormat = {
  test(value) {
    if (!http.test(value)) return false
    const { username, password, search, hash } = new URL(value)
    return !username && !password && !search && !hash
  },
  expected: `${http.expected} without credentials, query and fragment`,
}

/** Whether a host is this machine. */
export function isThisMachine(host: string) {
  const address = host.replace(/^\[|\]$/g, '')
  return address === 'localhost' || isLoopback(address)
}
