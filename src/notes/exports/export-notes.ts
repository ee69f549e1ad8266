import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { originFor } from '#platform/config/config.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { translator } from '#platform/pages/translate.ts'
import type * as contract from '../contract.ts'
import { listNotesForExport, splitIntoParts } from './export-order.ts'
import { storedNoteView } from '../note-view.ts'
import { selectOwnNotes } from '../queries.ts'
import { writeNotesDocument } from './write-notes-document.ts'

const formats = {
  markdown: { content_type: 'text/markdown; charset=utf-8', ending: 'md' },
  pdf: { content_type: 'application/pdf', ending: 'pdf' },
}

export async function exportNotes(
  ctx: CtxWithoutTx,
  { format, course_id, part = 1 }: Input<typeof contract.exportNotes>,
): Promise<Reply<typeof contract.exportNotes>> {
  const { notes, notes_count, parts } = await ctx.transact(async (txCtx) => {
    const inOrder = await listNotesForExport(txCtx, course_id)
    const all = splitIntoParts(inOrder)
    const chosen = await notesOf(txCtx, all[part - 1] ?? [])
    return { notes_count: inOrder.length, parts: Math.max(1, all.length), notes: chosen }
  })
  if (part > parts) ensureFound(null)
  const t = translator(ctx.locale)
  const head = {
    title: t('notes:export.title', { name: ctx.actor.name }),
    about: `${ctx.school?.name ?? ''} · ${dayOf(ctx)}`,
    page: t('notes:export.page'),
    origin: ctx.school ? originFor(ctx.config, ctx.school.host) : '',
  }
  const document = { head, notes, locale: ctx.locale, time_zone: timeZoneOf(ctx) }
  const content = (await writeNotesDocument(ctx, document, format)).toString('base64')
  const { content_type, ending } = formats[format]
  const number = parts > 1 ? `-${part}` : ''
  const file_name = `${t('notes:export.file')}${number}.${ending}`
  return { file_name, content_type, content, notes_count, parts }
}

const timeZoneOf = ({ school }: CtxWithoutTx) => school?.time_zone ?? 'UTC'

const dayOf = (ctx: CtxWithoutTx) =>
  new Intl.DateTimeFormat(ctx.locale, { dateStyle: 'long', timeZone: timeZoneOf(ctx) }).format(ctx.now)

async function notesOf(ctx: Ctx, ids: string[]) {
  if (ids.length === 0) return []
  const rows = await selectOwnNotes(ctx).where('n.id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? []).map((row) => storedNoteView(ctx, row))
}
