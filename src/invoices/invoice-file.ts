import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { countryName } from '#lib/countries/countries.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { isolatedTask, runIsolated, withScratchFolder } from '#platform/isolated/index.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import type * as contract from './contract.ts'
import type { InvoiceDocument } from './document.ts'
import type { run } from './isolated/write-invoice.ts'
import { invoiceWords } from './invoice-words.ts'
import { selectDocument } from './queries.ts'

/** An invoice is one or two pages: fonts take most of the time and memory. */
const writeInvoice = isolatedTask<typeof run>(new URL('./isolated/write-invoice.ts', import.meta.url), {
  memory_mb: 300,
  cpu_ms: 20_000,
})

export const getInvoiceFile = (
  ctx: CtxWithoutTx,
  { id }: Input<typeof contract.getInvoiceFile>,
): Promise<Reply<typeof contract.getInvoiceFile>> =>
  fileOf(ctx, (tx) => selectDocument(tx, id).executeTakeFirst())

export const getMyInvoiceFile = (
  ctx: CtxWithoutTx,
  { id }: Input<typeof contract.getMyInvoiceFile>,
): Promise<Reply<typeof contract.getMyInvoiceFile>> =>
  fileOf(ctx, (tx) => selectDocument(tx, id).where('i.buyer_id', '=', ctx.actor.id).executeTakeFirst())

type Found = { document: InvoiceDocument } | undefined

async function fileOf(ctx: CtxWithoutTx, find: (tx: Ctx) => Promise<Found>) {
  const { document } = ensureFound(await ctx.transact(find))
  const content = await pdfOf(ctx, document)
  const file_name = `${document.number.replace(/[^A-Za-z0-9-]/g, '-')}.pdf`
  return { file_name, content_type: 'application/pdf', content: content.toString('base64') }
}

/** Writes the PDF in a child process, queued fairly by school; refuses `busy` if the queue is full. */
const pdfOf = ({ school_id, actor }: CtxWithoutTx, document: InvoiceDocument) =>
  withScratchFolder(async (folder) => {
    const words = invoiceWords(document, (code) => countryName(code, document.locale))
    await writeFile(join(folder, 'invoice.json'), JSON.stringify(words))
    await runIsolated(writeInvoice, {}, { group_id: school_id, user_id: actor.id, folder })
    return readFile(join(folder, 'invoice.pdf'))
  })
