import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '＝1', '\n=1'])(
  'escapes %j so that it is not a formula',
  (text) => {
    expect(csvLine([text])).toBe(`"'${text}"\r\n`)
  },
)

test('quotes every cell and doubles the quotes in it', () => {
  const at = new Date('2026-11-21T10:00:00.123Z')
  expect(csvLine(['a "b", c', 'two\nlines', 3, -3, null, at, 'مريم'])).toBe(
    '"a ""b"", c","two\nlines","3","-3","","2026-11-21T10:00:00Z","مريم"\r\n',
  )
})
