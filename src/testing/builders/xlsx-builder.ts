import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const relations = 'http://schemas.openxmlformats.org'

export interface SheetParts {
  /** Content of `sheetData`. */
  rows: string
  state?: 'hidden' | 'visible'
}

interface Workbook {
  sheets: readonly SheetParts[]
  /** Content of `sst`. */
  sharedTexts?: string
  /** Content of `styleSheet`. */
  styles?: string
  /** Replaces generated parts by path. */
  parts?: Record<string, string | Buffer>
}

/** A workbook as a spreadsheet writes it, or a hostile one. */
export function createTestWorkbook({ sheets, sharedTexts, styles, parts = {} }: Workbook): Promise<Buffer> {
  const names = sheets.map(
    ({ state = 'visible' }, at) =>
      `<sheet name="Sheet${at + 1}" sheetId="${at + 1}" state="${state}" r:id="rId${at + 1}"/>`,
  )
  const targets = sheets.map(
    (_sheet, at) =>
      `<Relationship Id="rId${at + 1}" Type="${relations}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  )
  const files: Record<string, string | Buffer> = {
    '[Content_Types].xml': `${xml}<Types xmlns="${relations}/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    'xl/workbook.xml': `${xml}<workbook ${main} xmlns:r="${relations}/officeDocument/2006/relationships"><sheets>${names.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${xml}<Relationships xmlns="${relations}/package/2006/relationships">${targets.join('')}</Relationships>`,
    ...Object.fromEntries(
      sheets.map(({ rows }, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `${xml}<worksheet ${main}><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
    ...(sharedTexts !== undefined && { 'xl/sharedStrings.xml': `${xml}<sst ${main}>${sharedTexts}</sst>` }),
    ...(styles !== undefined && { 'xl/styles.xml': `${xml}<styleSheet ${main}>${styles}</styleSheet>` }),
    ...parts,
  }
  const zip = new ZipFile()
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path)
  zip.end()
  return buffer(zip.outputStream)
}

/** Rows of cells with inline text. */
export const textRows = (rows: readonly (readonly string[])[]) =>
  rows
    .map(
      (cells) => `<row>${cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`,
    )
    .join('')
