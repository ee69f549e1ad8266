import { expect, test } from 'vitest'
import { calendarFile } from './calendar-file.ts'

const event = {
  id: 'course-1',
  title: 'Knots, ropes; and more\nof them',
  starts_at: '2026-12-01T08:30:00+01:00',
  url: 'https://school.example/learn/1',
  now: new Date('2026-11-24T09:00:00.123Z'),
}

test('writes an event in UTC with escaped text', () => {
  const lines = calendarFile(event).split('\r\n')
  expect(lines).toContain('DTSTART:20261201T073000Z')
  expect(lines).toContain('DTSTAMP:20261124T090000Z')
  expect(lines).toContain('SUMMARY:Knots\\, ropes\\; and more\\nof them')
  expect([lines[0], lines.at(-2), lines.at(-1)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR', ''])
})

test('folds long lines at 75 octets, between characters', () => {
  const title = 'é'.repeat(100)
  const file = calendarFile({ ...event, title })
  const octets = file.split('\r\n').map((line) => new TextEncoder().encode(line).length)
  expect(Math.max(...octets)).toBeLessThanOrEqual(75)
  expect(file.replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}\r\n`)
})
