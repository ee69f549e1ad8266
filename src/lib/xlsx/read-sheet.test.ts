import { describe, expect, test } from 'vitest'
import { createTestWorkbook, textRows } from '#testing/builders/xlsx-builder.ts'
import { readSheet } from './read-sheet.ts'

const read = async (workbook: Parameters<typeof createTestWorkbook>[0], more: object = {}) =>
  readSheet(await createTestWorkbook(workbook), { maxRows: 1_000, ...more })
const cellsOf = async (workbook: Parameters<typeof createTestWorkbook>[0]) =>
  (await read(workbook)).map(({ cells }) => cells)
const refused = (code: string) => ({ code })

describe('cells', () => {
  test('reads shared and inline texts, joins their runs and omits phonetic guides', async () => {
    const sharedTexts =
      '<si><t>Amina &amp; Bala</t></si><si><r><t>東</t></r><r><t>京</t></r><rPh sb="0" eb="1"><t>とう</t></rPh></si>'
    const rows =
      '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c><c r="D2" t="s"><v>9</v></c></row>'
    expect(await read({ sheets: [{ rows }], sharedTexts })).toEqual([
      { line: 2, cells: ['Amina & Bala', '', '東京'] },
    ])
  })

  test.each([
    ['<c><v>2.348031234567E12</v></c>', '2348031234567'],
    ['<c><v>12345678901234567000</v></c>', '12345678901234567000'],
    ['<c><v>0.30000000000000004</v></c>', '0.3'],
    ['<c s="1"><v>48000.5</v></c>', '2031-06-01'],
    ['<c s="2"><v>48000</v></c>', '2031-06-01'],
    ['<c s="3"><v>48000</v></c>', '48000'],
    ['<c><f>A1&amp;"x"</f><v>7</v></c>', '7'],
    ['<c t="str"><f>HYPERLINK("http://evil.example")</f><v>amina@kano.test</v></c>', 'amina@kano.test'],
  ])('reads %s as %s', async (cell, text) => {
    const styles =
      '<numFmts><numFmt numFmtId="170" formatCode="yyyy\\-mm"/><numFmt numFmtId="171" formatCode="0 &quot;days&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs>'
    expect(await cellsOf({ sheets: [{ rows: `<row>${cell}</row>` }], styles })).toEqual([[text]])
  })

  test('reads formulas without a result, and errors, as empty', async () => {
    const rows = '<row><c><f>A1</f></c><c t="e"><v>#REF!</v></c><c><v>1</v></c></row>'
    expect(await cellsOf({ sheets: [{ rows }] })).toEqual([['', '', '1']])
  })
})

test('reads the first visible sheet that is not empty', async () => {
  const sheets = [
    { rows: textRows([['hidden']]), state: 'hidden' as const },
    { rows: '<row r="1"/><row r="2"><c r="A2"/></row>' },
    { rows: textRows([['found']]) },
    { rows: textRows([['too late']]) },
  ]
  expect(await cellsOf({ sheets })).toEqual([['found']])
  expect(await read({ sheets: [{ rows: '' }] })).toEqual([])
})

describe('a hostile workbook', () => {
  test('is read up to the maximum number of rows, without storing a million empty ones', async () => {
    const many = textRows(Array.from({ length: 50 }, (_row, at) => [`p${at}`]))
    expect(await read({ sheets: [{ rows: many }] }, { maxRows: 10 })).toHaveLength(10)
    const empty = '<row r="1"/>'.repeat(1_000_000) + textRows([['at last']])
    expect(await cellsOf({ sheets: [{ rows: empty }] })).toEqual([['at last']])
  }, 30_000)

  test('is not unpacked beyond the limit, in any part', async () => {
    const bomb = Buffer.alloc(30_000_000, ' ')
    const more = { maxBytes: 20_000_000 }
    const sheets = [{ rows: textRows([['x']]) }]
    for (const path of [
      'xl/sharedStrings.xml',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ])
      await expect(read({ sheets, parts: { [path]: bomb } }, more), path).rejects.toMatchObject(
        refused('too_large'),
      )
  })

  test('is refused with too many shared texts or parts', async () => {
    const sheets = [{ rows: textRows([['x']]) }]
    await expect(read({ sheets, sharedTexts: '<si/>'.repeat(500_001) })).rejects.toMatchObject(
      refused('too_large'),
    )
    const parts = Object.fromEntries(
      Array.from({ length: 2_001 }, (_part, at) => [`xl/media/${at}.png`, 'x']),
    )
    await expect(read({ sheets, parts })).rejects.toMatchObject(refused('too_large'))
  }, 30_000)

  test('does not expand entities', async () => {
    const doctype = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>'
    const sheet = `<?xml version="1.0"?>${doctype}<worksheet><sheetData>${textRows([['&b;']])}</sheetData></worksheet>`
    const given = { sheets: [{ rows: '' }], parts: { 'xl/worksheets/sheet1.xml': sheet } }
    await expect(read(given)).rejects.toMatchObject(refused('document_type'))
  })

  test('has limits for columns and for the length of a text', async () => {
    const rows = `<row><c r="A1" t="inlineStr"><is><t>${'x'.repeat(100_000)}</t></is></c><c r="XFD1"><v>1</v></c></row>`
    const [cells] = await cellsOf({ sheets: [{ rows }] })
    expect([cells!.length, cells![0]!.length]).toEqual([1, 2_000])
  })

  test('is refused if it is not a workbook', async () => {
    for (const bytes of [Buffer.from('PK\u0003\u0004 but no archive'), Buffer.from(''), Buffer.from('a,b')])
      await expect(readSheet(bytes, { maxRows: 10 })).rejects.toMatchObject(refused('not_a_workbook'))
    await expect(read({ sheets: [] })).rejects.toMatchObject(refused('not_a_workbook'))
  })
})
