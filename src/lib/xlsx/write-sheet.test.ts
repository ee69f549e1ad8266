import { expect, test } from 'vitest'
import { unzip } from '#testing/formats/unzip.ts'
import { readSheet } from './read-sheet.ts'
import { writeSheet } from './write-sheet.ts'

const read = async (rows: string[][]) => readSheet(await writeSheet(rows), { maxRows: 10_000 })
const partsOf = async (rows: string[][]) =>
  new Map([...(await unzip(await writeSheet(rows)))].map(([name, bytes]) => [name, String(bytes)]))

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '007',
  '1e5',
  '2031-05-01',
  ' spaces around ',
  'a "b" <c> & d',
  'two\nlines',
  'carriage\r\nreturn',
  '_x0041_',
  '_x005F_',
  'مريم 😀',
])('writes %j as the same text', async (text) => {
  expect(await read([[text, 'end']])).toEqual([{ line: 1, cells: [text, 'end'] }])
})

test('writes no formulas or numbers, and formats every column as text', async () => {
  const parts = await partsOf([
    ['Name', 'Code'],
    ['=1+1', '007'],
  ])
  const sheet = parts.get('xl/worksheets/sheet1.xml')!
  expect(sheet).not.toMatch(/<f>|<v>/)
  expect(sheet).toContain('<c r="B2" s="1" t="inlineStr"><is><t xml:space="preserve">007</t></is></c>')
  // Codes that a user adds below keep their leading zeros.
  expect(sheet).toContain('<col min="1" max="2" width="24" customWidth="1" style="1"/>')
  const formats = /<cellXfs[^>]*>(.*)<\/cellXfs>/.exec(parts.get('xl/styles.xml')!)![1]!
  expect([...formats.matchAll(/numFmtId="(\d+)"/g)].map(([, id]) => id)).toEqual(['0', '49'])
})

test('keeps the positions of rows and columns', async () => {
  const wide = Array.from({ length: 30 }, (_, at) => `column ${at + 1}`)
  expect(await read([[], wide, ['', '', 'third']])).toEqual([
    { line: 2, cells: wide },
    { line: 3, cells: ['', '', 'third'] },
  ])
  expect((await partsOf([wide])).get('xl/worksheets/sheet1.xml')).toContain('r="AD1"')
})

test('omits characters that XML cannot represent', async () => {
  expect(await read([['a\u0000b\u001fc\ufffe', `half ${'😀'.slice(0, 1)}`]])).toEqual([
    { line: 1, cells: ['abc', 'half \ufffd'] },
  ])
})

test('writes thousands of rows in order', async () => {
  const rows = Array.from({ length: 2_501 }, (_, at) => [`row ${at + 1}`])
  expect((await read(rows)).map(({ cells }) => cells)).toEqual(rows)
})
