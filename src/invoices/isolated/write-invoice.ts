import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { InvoiceWords } from '../invoice-words.ts'
import { writeInvoicePdf } from '../write-pdf.ts'

/** Writes one invoice. Runs in a separate process, because fonts are large and their shaping is slow. */
export async function run(_input: object, folder: string) {
  const words = JSON.parse(await readFile(join(folder, 'invoice.json'), 'utf8')) as InvoiceWords
  await writeFile(join(folder, 'invoice.pdf'), await writeInvoicePdf(words))
}
