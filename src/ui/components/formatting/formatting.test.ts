import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { formatTime } from './format-time.ts'
import { spokenTime } from './spoken-time.ts'
import { formatBytes, formatMoney, formatNumber, fractionDigits } from './format-number.ts'

describe('numbers', () => {
  test('have commas in every language', () => {
    expect(formatNumber(1_234_567.5)).toBe('1,234,567.5')
  })

  test('are formatted by formatNumber on every screen', () => {
    const source = join(import.meta.dirname, '../../..')
    const others = globSync('*/screens/**/*.{ts,tsx}', { cwd: source }).filter((file) =>
      /toLocaleString\(|new Intl\.NumberFormat/.test(readFileSync(join(source, file), 'utf8')),
    )
    expect(others).toEqual([])
  })

  test('formats money from the minor unit of its currency', () => {
    expect(formatMoney(2_500_000, 'NGN')).toBe('₦25,000')
    expect(formatMoney(2_500_050, ' ngn ')).toBe('₦25,000.50')
    expect(formatMoney(1_999, 'EUR')).toBe('€19.99')
    expect(formatMoney(500, 'JPY')).toBe('¥500')
    expect([fractionDigits('NGN'), fractionDigits('JPY'), fractionDigits('KWD')]).toEqual([2, 0, 3])
  })

  test('formats bytes with the fitting unit', () => {
    expect([0, 999, 1_000, 5_242_880, 2_000_000_000].map(formatBytes)).toEqual([
      '0 byte',
      '999 byte',
      '1 kB',
      '5.2 MB',
      '2 GB',
    ])
  })
})

describe('times', () => {
  const time = (moment: string, zone: string) =>
    formatTime(new Date(moment), { style: 'time', language: 'en-GB', zone })

  test('are shown in the user’s time zone before and after a clock change', () => {
    expect(time('2026-03-29T00:59:59Z', 'Europe/London')).toBe('00:59')
    expect(time('2026-03-29T01:00:00Z', 'Europe/London')).toBe('02:00')
    expect(time('2026-10-25T00:59:59Z', 'Europe/London')).toBe('01:59')
    expect(time('2026-10-25T01:00:00Z', 'Europe/London')).toBe('01:00')
    expect(time('2026-03-08T06:59:59Z', 'America/New_York')).toBe('01:59')
    expect(time('2026-03-08T07:00:00Z', 'America/New_York')).toBe('03:00')
    expect(time('2026-06-01T12:00:00Z', 'Africa/Lagos')).toBe('13:00')
    expect(time('2026-01-01T12:00:00Z', 'Pacific/Chatham')).toBe('01:45')
  })

  test('have digits in a language of which browsers know no words', () => {
    const written = (style: 'date' | 'relative') =>
      formatTime(new Date('2026-11-21T11:15:00Z'), { style, language: 'yo', zone: 'Africa/Lagos' })
    expect([written('date'), written('relative')]).toEqual(['21/11/2026', '21/11/2026, 12:15'])
    expect(spokenTime(3_725, 'yo')).toBe('01:02:05')
    expect(spokenTime(3_725, 'en')).toBe('1 hour 2 minutes 5 seconds')
  })

  test('are relative when near and dates when far', () => {
    const now = new Date('2026-11-21T12:00:00Z')
    const formatted = (moment: string) =>
      formatTime(new Date(moment), { style: 'relative', language: 'en', zone: 'UTC', now })
    expect(formatted('2026-11-21T11:59:30Z')).toBe('now')
    expect(formatted('2026-11-21T11:15:00Z')).toBe('45 minutes ago')
    expect(formatted('2026-11-21T15:00:00Z')).toBe('in 3 hours')
    expect(formatted('2026-11-20T11:00:00Z')).toBe('yesterday')
    expect(formatted('2026-10-01T11:00:00Z')).toBe('Oct 1, 2026')
  })
})
