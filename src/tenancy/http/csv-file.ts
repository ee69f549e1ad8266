import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { byteOrderMark, csvLine } from '#lib/csv/csv.ts'
import { namesMediaType } from '#platform/http/headers/content-negotiation.ts'
import type { RequestContext } from '../context/request-context.ts'
import { csvCells, csvHeadings } from './csv-columns.ts'

export const csvType = 'text/csv'

/** More than a screen asks for, because nobody waits for the first rows. */
const rowsAtOnce = 500

interface Page {
  data: readonly object[]
  next_cursor: string | null
}

interface CsvFile {
  file_name: string
  columns: readonly string[]
  requestContext: RequestContext
  /** Runs the verb of the list with these fields of the input replaced. */
  readPage: (paging: { limit: number; cursor?: string | undefined }) => Promise<unknown>
}

/** Whether the client asks for the list as CSV. */
export const asksForCsv = (request: FastifyRequest) => namesMediaType(request.headers.accept, csvType)

/**
 * Sends all pages of a list as a CSV file. Each page is a call of its own, with its own check of the caller, so memory
 * and transactions do not depend on the length of the list. A refusal of the first page is answered as for the list; a
 * later one ends the connection.
 */
export async function sendCsvFile(reply: FastifyReply, file: CsvFile) {
  const { requestContext } = file
  const first = (await file.readPage({ limit: rowsAtOnce })) as Page
  const day = requestContext.now.toISOString().slice(0, 10)
  return reply
    .type(`${csvType}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${file.file_name}-${day}.csv"`)
    .header('cache-control', 'no-store')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .send(Readable.from(linesOf(file, first)))
}

async function* linesOf({ columns, requestContext, readPage }: CsvFile, first: Page) {
  const { locale, school } = requestContext
  const cells = csvCells(columns, { locale, currency_code: school?.currency_code })
  yield byteOrderMark + csvLine(csvHeadings(columns, locale))
  for (let page = first; ;) {
    yield page.data.map((row) => csvLine(cells(row))).join('')
    if (!page.next_cursor) return
    page = (await readPage({ limit: rowsAtOnce, cursor: page.next_cursor })) as Page
  }
}
