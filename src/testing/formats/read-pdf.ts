import { readFile } from 'node:fs/promises'
import { PDFiumLibrary } from '@hyzyla/pdfium'

/** Named here, because PDFium looks for it itself only if no earlier test of the worker defined `window`. */
const wasmFile = new URL(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm'))

/** Marks that a reader adds around text of another direction. */
const controls = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** The text of all pages as PDFium, the reader of Chromium, selects it, in composed Unicode. */
export async function readPdf(bytes: Buffer): Promise<string> {
  const library = await PDFiumLibrary.init({ wasmBinary: new Uint8Array(await readFile(wasmFile)).buffer })
  try {
    const document = await library.loadDocument(bytes)
    const texts = [...document.pages()].map((page) => page.getText())
    document.destroy()
    return texts.join('\n').normalize('NFC').replace(controls, '')
  } finally {
    library.destroy()
  }
}
