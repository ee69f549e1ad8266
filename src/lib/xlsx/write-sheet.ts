import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const header = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const packageUrl = 'http://schemas.openxmlformats.org/package/2006'
const documentUrl = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const spreadsheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The constant parts. Cell format 1 is `@` (text), even if the content looks like a number, date or formula. */
const fixedParts = {
  '[Content_Types].xml': `<Types xmlns="${packageUrl}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheetType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${spreadsheetType}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${spreadsheetType}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packageUrl}/relationships"><Relationship Id="rId1" Type="${documentUrl}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${documentUrl}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packageUrl}/relationships"><Relationship Id="rId1" Type="${documentUrl}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${documentUrl}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${main}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
}

const rowsAtOnce = 500
/** Excel reports a file with a longer text as damaged. */
const maxCellLength = 32_767

/** Writes a workbook (XLSX, ECMA-376) with one sheet of text cells. Rows may have different lengths. */
export async function writeSheet(rows: readonly (readonly string[])[]): Promise<Buffer> {
  const zip = new ZipFile()
  const mtime = new Date('2000-01-01T00:00:00Z')
  for (const [path, content] of Object.entries(fixedParts))
    zip.addBuffer(Buffer.from(header + content), path, { mtime })
  zip.addReadStream(Readable.from(sheetParts(rows)), 'xl/worksheets/sheet1.xml', { mtime })
  zip.end()
  return buffer(zip.outputStream)
}

/** Yields the sheet in pieces, so that a long one does not block the process. */
function* sheetParts(rows: readonly (readonly string[])[]): Generator<Buffer> {
  const columns = Math.max(1, rows[0]?.length ?? 0)
  yield Buffer.from(
    `${header}<worksheet xmlns="${main}"><cols><col min="1" max="${columns}" width="24" customWidth="1" style="1"/></cols><sheetData>`,
  )
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const piece = rows.slice(at, at + rowsAtOnce).map((cells, offset) => rowXml(at + offset + 1, cells))
    yield Buffer.from(piece.join(''))
  }
  yield Buffer.from('</sheetData></worksheet>')
}

const rowXml = (line: number, cells: readonly string[]) =>
  `<row r="${line}">${cells.map((text, column) => cellXml(`${columnName(column)}${line}`, text)).join('')}</row>`

const cellXml = (reference: string, text: string) =>
  `<c r="${reference}" s="1" t="inlineStr"><is><t xml:space="preserve">${escapeText(text)}</t></is></c>`

/** Letters of a column, from 0: 0 is `A`, 27 is `AB`. */
const columnName = (index: number): string =>
  (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '_x000D_' }

/**
 * Escapes the text of a `t` element. Readers decode `_x0041_` as a character (ST_Xstring, ECMA-376 Part 1,
 * §22.9.2.19), so the `_` of such a text is escaped. Other control characters are omitted, because XML cannot
 * represent them.
 */
const escapeText = (text: string) =>
  text
    .slice(0, maxCellLength)
    .toWellFormed()
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>\r]/g, (sign) => entities[sign]!)
