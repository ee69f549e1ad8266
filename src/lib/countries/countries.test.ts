import { describe, expect, test } from 'vitest'
import { currencyForCountry } from './currency-for-country.ts'
import {
  countryCodes,
  countryName,
  currencyName,
  isCountry,
  isCurrency,
  isTimeZone,
  timeZones,
} from './countries.ts'

test('lists about 250 countries', () => {
  expect(countryCodes().length).toBeGreaterThan(240)
  expect(countryCodes().length).toBeLessThan(255)
})

describe('isCountry', () => {
  test.each(['NG', 'GB', 'FR', 'KE', 'XK'])('accepts %s', (code) => expect(isCountry(code)).toBe(true))
  test.each(['', 'ng', 'EU', 'UK', 'ZZ', 'SU', 'NGA', 'N1', 'XA'])('rejects %j', (code) =>
    expect(isCountry(code)).toBe(false),
  )
})

describe('isCurrency', () => {
  test.each(['NGN', 'GHS', 'KES', 'ZAR', 'USD', 'EUR', 'JPY'])('accepts %s', (code) =>
    expect(isCurrency(code)).toBe(true),
  )
  test.each(['', 'ngn', 'XXX', 'ABC', 'US', ' USD'])('rejects %j', (code) =>
    expect(isCurrency(code)).toBe(false),
  )
})

describe('isTimeZone', () => {
  test.each([
    'UTC',
    'Africa/Lagos',
    'Asia/Kolkata',
    'Europe/Kyiv',
    'America/Argentina/Buenos_Aires',
    'Pacific/Chatham',
  ])('accepts %s', (zone) => expect(isTimeZone(zone)).toBe(true))
  test.each([
    '',
    '+01:00',
    'africa/lagos',
    'Africa/Nowhere',
    'Lagos',
    'EST',
    '../etc/passwd',
    "Africa/Lagos'",
  ])('rejects %j', (zone) => expect(isTimeZone(zone)).toBe(false))
  test('lists only valid zones, each once', () => {
    expect(timeZones().filter((zone) => !isTimeZone(zone))).toEqual([])
    expect(new Set(timeZones()).size).toBe(timeZones().length)
  })
})

test('names countries in the language of the reader', () => {
  expect(countryName('DE', 'fr')).toBe('Allemagne')
  expect(currencyName('NGN', 'en')).toBe('Nigerian Naira')
})

describe('currencyOf', () => {
  test.each([
    ['NG', 'NGN'],
    ['SN', 'XOF'],
    ['CM', 'XAF'],
    ['FR', 'EUR'],
    ['GB', 'GBP'],
    ['US', 'USD'],
  ])('proposes for %s the currency %s', (country, currency) =>
    expect(currencyForCountry(country)).toBe(currency),
  )
  test('proposes a valid currency for nearly every country', () => {
    const without = countryCodes().filter((country) => currencyForCountry(country) === null)
    expect(without).toEqual(['AQ'])
    const unknown = countryCodes().filter(
      (country) => !without.includes(country) && !isCurrency(currencyForCountry(country)!),
    )
    // Currencies that are newer than the list of this runtime.
    expect(unknown.filter((country) => !['CW', 'SX', 'ZW'].includes(country))).toEqual([])
  })
})
