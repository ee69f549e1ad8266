import { Parser } from 'htmlparser2'
import type { Entry, ZipFile } from 'yauzl'
import { SheetError } from './sheet-error.ts'

export interface XmlHandlers {
  open?: (name: string, attributes: Record<string, string>) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

/** Thrown by a handler to stop parsing when it has enough. */
export class StopParsing extends Error {}

/** Streams a ZIP entry through an XML parser; element names have no prefix. Throws `SheetError`. */
export async function parseEntry(
  { zip, entry }: { zip: ZipFile; entry: Entry },
  budget: ByteBudget,
  handlers: XmlHandlers,
) {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => handlers.open?.(localName(name), attributes),
      ontext: (text) => handlers.text?.(text),
      onclosetag: (name) => handlers.close?.(localName(name)),
      onprocessinginstruction(name) {
        // The entities of a `<!DOCTYPE …>` could expand without end, and no spreadsheet program writes one.
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

/** Number of unpacked bytes that may still be read of one workbook. */
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
