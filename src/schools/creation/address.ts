/** Errors of a school's address `school_url`, the first label of its host name. */

export type AddressError =
  | 'invalid_format'
  | 'too_short'
  | 'too_long'
  | 'address_reserved'
  | 'address_lookalike'

const shortest = 3
const longest = 40

/** Names that the platform uses, or that visitors would take for the platform's. */
const ours =
  `about abuse account accounts admin administrator affiliate affiliates analytics api app apps assets
  auth autodiscover backup baraza beta billing blog cache careers cdn chat checkout cloud config console contact dashboard
  database dev developer developers dns docs download downloads email error files find-school ftp graphql guest health
  help helpdesk home host hostmaster imap img images info internal invoice invoices legal live localhost log login
  logout mail mailer manage marketing media metrics monitor mx my news noreply no-reply notifications ns ns1 ns2
  null oauth official operations owner partner partners password pay payment payments platform police pop pop3
  postmaster pricing privacy production profile proxy public register reseller root sales schools search secure
  security server service shop signin signup sitemap smtp socket ssl staff staging static stats status storage store
  stripe superuser support sysadmin system team terms test tls undefined update upload uploads user users verify video
  vpn webhook webhooks webmail webmaster wiki www www1 www2`.split(/\s+/)

/** Names that people trust with a password: they may not be part of an address. */
const trusted =
  `google gmail youtube facebook instagram whatsapp microsoft outlook apple icloud amazon paypal paystack
  flutterwave netflix linkedin twitter tiktok telegram zoom coursera udemy khanacademy`.split(/\s+/)

const lookAlikeOf: Record<string, string> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
  i: 'l',
}

/** Returns the visual skeleton of an address; two addresses with the same skeleton look alike. */
export const addressSkeleton = (address: string) =>
  address
    .replaceAll('-', '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('cl', 'd')
    .replaceAll(/[01345789i]/g, (mail) => lookAlikeOf[mail] ?? mail)

const ourNames = new Set(ours)
const ourLooks = new Set(ours.map(addressSkeleton))
const trustedLooks = new Set(trusted.map(addressSkeleton))

/** The stored form of a typed address. */
export const normalizeAddress = (input: string) => input.trim().toLowerCase()

/** Why an address is never available; null if it is valid. */
export function addressError(address: string): AddressError | null {
  if (address.length < shortest) return 'too_short'
  if (address.length > longest) return 'too_long'
  // ASCII letters only and no double hyphen: this excludes look-alike scripts and punycode (xn--…).
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(address) || !/[a-z]/.test(address)) return 'invalid_format'
  if (ourNames.has(address)) return 'address_reserved'
  if (trusted.some((name) => address.split('-').includes(name))) return 'address_reserved'
  if (ourLooks.has(addressSkeleton(address))) return 'address_lookalike'
  const parts = [address, ...address.split('-')].map(addressSkeleton)
  return parts.some((part) => trustedLooks.has(part)) ? 'address_lookalike' : null
}

/** Valid addresses close to the wanted one; availability is not checked. */
export function suggestAddresses(schoolName: string, country = ''): string[] {
  const base = schoolName
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, longest - 8)
    .replace(/-$/, '')
  const endings = [
    '',
    '-school',
    '-academy',
    '-learning',
    '-online',
    country && `-${country.toLowerCase()}`,
    '-2',
    '-3',
  ]
  const candidates = endings.flatMap((ending) => (base ? [`${base}${ending}`] : []))
  return [...new Set(candidates)].filter((address) => addressError(address) === null)
}
