/** Codes in the region list of Intl that are not countries: groups, exceptions, former states and private use. */
const noCountry = new Set(
  'AC AN BU CP CQ CS DD DG DY EA EU EZ FX HV IC NH NT QO RH SU TA TP UK UN VD XA XB YD YU ZR ZZ'.split(' '),
)

const regionNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

function* allCodes() {
  const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
  for (const first of characters) for (const second of characters) yield first + second
}

let countries: readonly string[] | undefined

/** All country codes: ISO 3166-1 alpha-2, and XK. */
export function countryCodes(): readonly string[] {
  countries ??= [...allCodes()].filter((code) => !noCountry.has(code) && regionNames.of(code) !== undefined)
  return countries
}

/** ISO 4217 codes that this runtime supports. */
export const currencyCodes = (): readonly string[] => Intl.supportedValuesOf('currency')

/** IANA zones for a list to choose from; a few aliases that `isTimeZone` accepts are missing. */
export const timeZones = (): readonly string[] => [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
]

/** Whether `code` is one of `countryCodes`, in capitals. */
export const isCountry = (code: string) => countryCodes().includes(code)

/** Whether `code` is one of `currencyCodes`, in capitals. */
export const isCurrency = (code: string) => currencyCodes().includes(code)

/**
 * Whether `name` is an IANA zone or an alias of one. A bare offset has no daylight-saving rules and is rejected.
 */
export function isTimeZone(name: string) {
  if (name !== 'UTC' && !/^[A-Z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)+$/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Creating an `Intl.DisplayNames` takes longer than reading all names from it. */
const naming = new Map<string, Intl.DisplayNames>()

const nameOf = (type: 'region' | 'currency') => (code: string, locale: string) => {
  const key = `${type}/${locale}`
  const names = naming.get(key) ?? new Intl.DisplayNames([locale], { type })
  naming.set(key, names)
  return names.of(code) ?? code
}

export const countryName = nameOf('region')
export const currencyName = nameOf('currency')
