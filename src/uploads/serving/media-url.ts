import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { signReadLink } from '#platform/storage/links.ts'

/** Where anybody reads a picture of a public purpose; null for none. */
export const publicMediaUrl = (upload_id: string) => `/media/public/${upload_id}`

interface Reader {
  user_id: string
  /** The content that shows the file, and the course through which: reading ends when it is closed to the reader. */
  content?: { content_id: string; course_id: string }
  /** Shown at the end of the address only; the download's own name comes from the upload. */
  file_name?: string
}

/**
 * A link by which this person reads a private file, for at most six hours: until the session of this request ends, and
 * only while the person may read it.
 */
export function mediaUrl(
  ctx: Pick<Ctx | CtxWithoutTx, 'config' | 'now' | 'school_id' | 'actor'>,
  upload_id: string,
  { user_id, content = { content_id: '', course_id: '' }, file_name = 'file' }: Reader,
) {
  const session_id = ctx.actor.session_id ?? ''
  const grant = { school_id: ctx.school_id, upload_id, user_id, session_id, ...content }
  return `/media/private/${upload_id}/${plain(file_name)}?${signReadLink(ctx.config.appSecret, grant, ctx.now)}`
}

const plain = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[.-]+|(?<![.-])[.-]+$/g, '')
    .slice(-60) || 'file'
