import type { Ctx, OwnCtx } from '#platform/context.ts'
import { originOf } from '#platform/config.ts'
import { found } from '#platform/refusal.ts'
import type { Input, Reply } from '#platform/route.ts'
import { translator } from '#platform/translate.ts'
import type * as contract from './contract.ts'
import { idsInOrder } from './export-order.ts'
import { markdownOf } from './markdown.ts'
import { noteView } from './note-view.ts'
import { notesDocument, type NotesDocument } from './notes-document.ts'
import { renderPdf } from './pdf/render-pdf.ts'
import { ownNotes } from './queries.ts'

/** Notes in one file: drawn in a few seconds, however long they are. */
export const mostInFile = 500

const formats = {
  markdown: {
    content_type: 'text/markdown; charset=utf-8',
    ending: 'md',
    write: (notes: NotesDocument) => Buffer.from(markdownOf(notes)),
  },
  pdf: { content_type: 'application/pdf', ending: 'pdf', write: renderPdf },
}

export async function exportNotes(
  ctx: OwnCtx,
  { format, course_id, part = 1 }: Input<typeof contract.exportNotes>,
): Promise<Reply<typeof contract.exportNotes>> {
  const { notes, notes_count } = await ctx.transact(async (inside) => {
    const ids = await idsInOrder(inside, course_id)
    const chosen = ids.slice((part - 1) * mostInFile, part * mostInFile)
    return { notes_count: ids.length, notes: await notesOf(inside, chosen) }
  })
  const parts = Math.max(1, Math.ceil(notes_count / mostInFile))
  if (part > parts) found(null)
  const t = translator(ctx.locale)
  const document = notesDocument(ctx, notes, {
    title: t('notes:export.title', { name: ctx.actor.name }),
    about: `${ctx.school?.name ?? ''} · ${dayOf(ctx)}`,
    page: t('notes:export.page'),
    origin: ctx.school ? originOf(ctx.config, ctx.school.host) : '',
  })
  const { content_type, ending, write } = formats[format]
  const number = parts > 1 ? `-${part}` : ''
  const file_name = `${t('notes:export.file')}${number}.${ending}`
  return { file_name, content_type, content: (await write(document)).toString('base64'), notes_count, parts }
}

const dayOf = ({ locale, now, school }: OwnCtx) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: school?.time_zone ?? 'UTC' }).format(now)

async function notesOf(ctx: Ctx, ids: string[]) {
  if (ids.length === 0) return []
  const rows = await ownNotes(ctx).where('n.id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? []).map((row) => noteView(ctx, row))
}
