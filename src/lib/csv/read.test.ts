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
])('parses %j as %j', (text, expected) => {
  expect(rows(text)).toEqual(expected)
})

test('reports the line of an unclosed quote', () => {
  expect(() => rows('a,b\nc,"d\ne,f\n')).toThrow(UnclosedQuoteError)
  expect(() => rows('a,b\nc,"d\ne,f\n')).toThrow('line 2')
  expect(() => rows('"')).toThrow(UnclosedQuoteError)
})

test('restores formulas that the writer escaped', () => {
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
])('recognises %s in upper or lower case', (_name, bytes, encoding) => {
  expect(decodeTable(bytes)).toEqual({ text: both, encoding })
})

test('reads text that is not UTF-8 as Windows-1252 and rejects binary files', () => {
  const latin = Buffer.from('Stéphane €', 'latin1')
  latin[latin.length - 1] = 0x80
  expect(decodeTable(latin)).toEqual({ text: 'Stéphane €', encoding: 'windows-1252' })
  expect(decodeTable(Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 9]))).toBeUndefined()
  expect(decodeTable(Buffer.from('a\u0007b'))).toBeUndefined()
  expect(decodeTable(new Uint8Array())).toEqual({ text: '', encoding: 'utf-8' })
})
