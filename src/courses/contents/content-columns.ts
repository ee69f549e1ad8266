import type { Static } from 'typebox'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { refuseInvalidField } from '#platform/contract/refusal.ts'
import { sanitizeArticle } from '#platform/security/sanitize-article.ts'
import { embedUrl } from '#lib/embeds/index.ts'
import { getUsableUpload } from '#uploads/index.ts'
import type { ContentUpdate } from '../outline/outline-shapes.ts'
import type { ContentType } from '../shapes.ts'

const purposes = { video: 'course_video', audio: 'course_audio', file: 'course_file' } as const

const hasFile = (type: ContentType): type is keyof typeof purposes => type in purposes

type ContentInput = Omit<Static<typeof ContentUpdate>, 'updated_at'>

/** Converts input to columns after it has checked that file and address fit the type. */
export async function contentColumns(
  ctx: Ctx,
  given: ContentInput,
  { type, upload_id = null }: { type: ContentType; upload_id?: string | null },
) {
  const columns = { ...given }
  if (given.title !== undefined) columns.title = given.title.trim()
  if (given.body !== undefined) columns.body = sanitizeArticle(given.body)
  if (given.embed_url !== undefined) columns.embed_url = embedAddress(type, given.embed_url)
  if (given.upload_id && given.upload_id !== upload_id) await ensureUpload(ctx, type, given.upload_id)
  return columns
}

async function ensureUpload(ctx: Ctx, type: ContentType, upload_id: string) {
  if (!hasFile(type))
    return refuseInvalidField('upload_id', 'file_not_for_type', 'A lesson of this type has no file.')
  await getUsableUpload(ctx, upload_id, { purpose: purposes[type] })
}

/** Embed address for the player; empty for none. */
function embedAddress(type: ContentType, pasted: string) {
  if (pasted.trim() === '') return ''
  if (type !== 'embed')
    return refuseInvalidField(
      'embed_url',
      'embed_not_for_type',
      'Only a lesson of type embed has an address.',
    )
  return (
    embedUrl(pasted) ??
    refuseInvalidField('embed_url', 'embed_unknown', 'Pages from this site cannot be embedded.')
  )
}
