import { chromium } from 'playwright-core'
import { join } from 'node:path'
import { documentPages } from './document-pages.ts'

const style = `
  @page { size: A4; margin: 14mm 17mm 13mm }
  body { font: 10pt/1.42 'Liberation Sans', sans-serif; color: #1c1f24; margin: 0 }
  h1 { font-size: 20pt; line-height: 1.2; margin: 0 0 2mm; color: var(--colour) }
  h2 { font-size: 12.5pt; margin: 4.5mm 0 1.5mm; color: var(--colour); break-after: avoid }
  .lead { color: #4b515c; margin: 0 0 5mm; border-bottom: 2pt solid var(--colour); padding-bottom: 3mm }
  table { border-collapse: collapse; width: 100%; break-inside: avoid }
  th, td { border: .6pt solid #b9bfca; padding: 1mm 2mm; text-align: left; vertical-align: top }
  th { background: color-mix(in srgb, var(--colour) 12%, white) }
  pre, code { font-family: 'Liberation Mono', monospace; font-size: 9pt }
  pre { margin: 0; line-height: 1.35; background: #f3f4f6; padding: 2.5mm 3mm; border-left: 2.5pt solid var(--colour); break-inside: avoid; white-space: pre-wrap }
  .two { columns: 2; column-gap: 8mm } .two > * { break-inside: avoid }
  .space { height: 11mm; border-bottom: .6pt dotted #9aa1ad } .small { color: #4b515c; font-size: 9pt }
  ol > li { margin-bottom: 2mm; break-inside: avoid }`

/** Prints the documents with Chromium, so that their text can be searched and copied. */
export async function printDocuments(folder: string) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
  try {
    const page = await browser.newPage()
    for (const { file, language, title, colour, body } of documentPages) {
      await page.setContent(
        `<!doctype html><html lang="${language}" style="--colour:${colour}"><head><meta charset="utf-8"><title>${title}</title><style>${style}</style></head><body><h1>${title}</h1>${body}</body></html>`,
      )
      await page.pdf({
        path: join(folder, file),
        preferCSSPageSize: true,
        printBackground: true,
        tagged: true,
      })
    }
  } finally {
    await browser.close()
  }
}
