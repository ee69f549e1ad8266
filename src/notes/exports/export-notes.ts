import type { Ctx, OwnCtx } from '#tenancy/context/request-context.ts'
import { originOf } from '#platform/config/config.ts'
import { found } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { translator } from '#platform/pages/translate.ts'
import type * as contract from '../contract.ts'
import { notesInOrder, partsOf } from './export-order.ts'
import { storedNote } from '../note-view.ts'
import { ownNotes } from '../queries.ts'
import { writeDocument } from './write-document.ts'

const formats = {
  markdown: { content_type: 'text/markdown; charset=utf-8', ending: 'md' },
  pdf: { content_type: 'application/pdf', ending: 'pdf' },
}

export async function exportNotes(
  ctx: OwnCtx,
  { format, course_id, part = 1 }: Input<typeof contract.exportNotes>,
): Promise<Reply<typeof contract.exportNotes>> {
  const { notes, notes_count, parts } = await ctx.transact(async (inside) => {
    const inOrder = await notesInOrder(inside, course_id)
    const all = partsOf(inOrder)
    const chosen = await notesOf(inside, all[part - 1] ?? [])
    return { notes_count: inOrder.length, parts: Math.max(1, all.length), notes: chosen }
  })
  if (part > parts) found(null)
  const t = translator(ctx.locale)
  const head = {
    title: t('notes:export.title', { name: ctx.actor.name }),
    about: `${ctx.school?.name ?? ''} · ${dayOf(ctx)}`,
    page: t('notes:export.page'),
    origin: ctx.school ? originOf(ctx.config, ctx.school.host) : '',
  }
  const document = { head, notes, locale: ctx.locale, time_zone: timeZoneOf(ctx) }
  const content = (await writeDocument(ctx, document, format)).toString('base64')
  const { content_type, ending } = formats[format]
  const number = parts > 1 ? `-${part}` : ''
  const file_name = `${t('notes:export.file')}${number}.${ending}`
  return { file_name, content_type, content, notes_count, parts }
}

const timeZoneOf = ({ school }: OwnCtx) => school?.time_zone ?? 'UTC'

const dayOf = (ctx: OwnCtx) =>
  new Intl.DateTimeFormat(ctx.locale, { dateStyle: 'long', timeZone: timeZoneOf(ctx) }).format(ctx.now)

async function notesOf(ctx: Ctx, ids: string[]) {
  if (ids.length === 0) return []
  const rows = await ownNotes(ctx).where('n.id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? []).map((row) => storedNote(ctx, row))
}
