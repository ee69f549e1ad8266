import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'
import { decodeTable } from './decode.ts'
import { UnclosedQuoteError, parseCsv, detectSeparator, unescapeFormula } from './read.ts'

const rows = (text: string) =>
  [...parseCsv(text, detectSeparator(text))].map(({ line, cells }) => [line, ...cells])

test.each<[string, unknown[][]]>([
  [
    'a,b\r\nc,d\r\n',
    [
      [1, 'a', 'b'],
      [2, 'c', 'd'],
    ],
  ],
  [
    'a;b\rc;d',
    [
      [1, 'a', 'b'],
      [2, 'c', 'd'],
    ],
  ],
  [
    'a\tb\n\n \n"c d"\t e ',
    [
      [1, 'a', 'b'],
      [4, 'c d', 'e'],
    ],
  ],
  [
    '"a;b","c"\n1,2',
    [
      [1, 'a;b', 'c'],
      [2, '1', '2'],
    ],
  ],
  [
    '"two\r\nlines","x ""y"""\nz,w',
    [
      [1, 'two\r\nlines', 'x "y"'],
      [3, 'z', 'w'],
    ],
  ],
  [
    'a , "b" ,c"d\n"e"f,g',
    [
      [1, 'a', 'b', 'c"d'],
      [2, 'ef', 'g'],
    ],
  ],
  ['sep=|\na|b', [[2, 'a', 'b']]],
  [
    'one\ntwo',
    [
      [1, 'one'],
      [2, 'two'],
    ],
  ],
  [',,\na,,', [[2, 'a', '', '']]],
  ['', []],
])('%j is read as %j', (text, expected) => {
  expect(rows(text)).toEqual(expected)
})

test('a quote that is never closed is told with its line', () => {
  expect(() => rows('a,b\nc,"d\ne,f\n')).toThrow(UnclosedQuoteError)
  expect(() => rows('a,b\nc,"d\ne,f\n')).toThrow('line 2')
  expect(() => rows('"')).toThrow(UnclosedQuoteError)
})

test('what was written comes back as it was, formulas and all', () => {
  const cells = ['=1+1', '-', 'a "b", c', 'two\nlines', "'quoted'", 'مريم']
  const [read] = [...parseCsv(csvLine(cells), ',')]
  expect(read!.cells.map(unescapeFormula)).toEqual(cells)
})

const both = 'Prénom;E-mail\nStéphane;مريم@kano.test\n'
const wide = (text: string) => Buffer.from(text, 'utf16le')
const swapped = (text: string) => wide(text).swap16()

test.each<[string, Uint8Array, string]>([
  ['UTF-8', Buffer.from(both), 'utf-8'],
  ['UTF-8 with its mark', Buffer.from(`\uFEFF${both}`), 'utf-8'],
  ['UTF-16, little end first', wide(`\uFEFF${both}`), 'utf-16'],
  ['UTF-16, big end first', swapped(`\uFEFF${both}`), 'utf-16'],
  ['UTF-16 without a mark', wide(both), 'utf-16'],
  ['the same, big end first', swapped(both), 'utf-16'],
])('%s is recognised, whatever its letters', (_name, bytes, encoding) => {
  expect(decodeTable(bytes)).toEqual({ text: both, encoding })
})

test('what is no UTF-8 is read as the West writes it, and what is no text is none', () => {
  const latin = Buffer.from('Stéphane €', 'latin1')
  latin[latin.length - 1] = 0x80
  expect(decodeTable(latin)).toEqual({ text: 'Stéphane €', encoding: 'windows-1252' })
  expect(decodeTable(Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 9]))).toBeUndefined()
  expect(decodeTable(Buffer.from('a\u0007b'))).toBeUndefined()
  expect(decodeTable(new Uint8Array())).toEqual({ text: '', encoding: 'utf-8' })
})
