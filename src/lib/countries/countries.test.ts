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

test('about as many countries as there are', () => {
  expect(countryCodes().length).toBeGreaterThan(240)
  expect(countryCodes().length).toBeLessThan(255)
})

describe('isCountry', () => {
  test.each(['NG', 'GB', 'FR', 'KE', 'XK'])('%s is one', (code) => expect(isCountry(code)).toBe(true))
  test.each(['', 'ng', 'EU', 'UK', 'ZZ', 'SU', 'NGA', 'N1', 'XA'])('%j is none', (code) =>
    expect(isCountry(code)).toBe(false),
  )
})

describe('isCurrency', () => {
  test.each(['NGN', 'GHS', 'KES', 'ZAR', 'USD', 'EUR', 'JPY'])('%s is one', (code) =>
    expect(isCurrency(code)).toBe(true),
  )
  test.each(['', 'ngn', 'XXX', 'ABC', 'US', ' USD'])('%j is none', (code) =>
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
  ])('%s is one', (zone) => expect(isTimeZone(zone)).toBe(true))
  test.each([
    '',
    '+01:00',
    'africa/lagos',
    'Africa/Nowhere',
    'Lagos',
    'EST',
    '../etc/passwd',
    "Africa/Lagos'",
  ])('%j is none', (zone) => expect(isTimeZone(zone)).toBe(false))
  test('every one in the list is one, once', () => {
    expect(timeZones().filter((zone) => !isTimeZone(zone))).toEqual([])
    expect(new Set(timeZones()).size).toBe(timeZones().length)
  })
})

test('names come in the reader’s language', () => {
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
  ])('%s pays in %s', (country, currency) => expect(currencyForCountry(country)).toBe(currency))
  test('nearly every country has one, and each is a currency', () => {
    const without = countryCodes().filter((country) => currencyForCountry(country) === null)
    expect(without).toEqual(['AQ'])
    const unknown = countryCodes().filter(
      (country) => !without.includes(country) && !isCurrency(currencyForCountry(country)!),
    )
    // Newer than this runtime's list.
    expect(unknown.filter((country) => !['CW', 'SX', 'ZW'].includes(country))).toEqual([])
  })
})
