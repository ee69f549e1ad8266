import { Parser } from 'htmlparser2'
import type { Entry, ZipFile } from 'yauzl'
import { SheetError } from './sheet-error.ts'

export interface XmlHandlers {
  open?: (name: string, attributes: Record<string, string>) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

/** Stops parsing: everything that was wanted has been read. */
export class StopParsing extends Error {}

/** Streams an entry through an XML parser; element names come without their prefix. */
export async function parseEntry(zip: ZipFile, entry: Entry, budget: ByteBudget, handlers: XmlHandlers) {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => handlers.open?.(localName(name), attributes),
      ontext: (text) => handlers.text?.(text),
      onclosetag: (name) => handlers.close?.(localName(name)),
      onprocessinginstruction(name) {
        // `<!DOCTYPE …>`: its entities could expand without end, and no spreadsheet writes one.
        if (name.toLowerCase().startsWith('!doctype')) throw new SheetError('document_type')
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  const decoder = new TextDecoder('utf-8')
  const stream = await zip.openReadStreamPromise(entry)
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      budget.spend(chunk.length)
      parser.write(decoder.decode(chunk, { stream: true }))
    }
    parser.end()
  } catch (error) {
    if (!(error instanceof StopParsing)) throw error
  } finally {
    stream.destroy()
  }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** Expanded bytes that may still be read of one workbook. */
export class ByteBudget {
  #left: number

  constructor(bytes: number) {
    this.#left = bytes
  }

  spend(bytes: number) {
    this.#left -= bytes
    if (this.#left < 0) throw new SheetError('too_large')
  }
}
