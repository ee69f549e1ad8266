import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { signReadLink } from './read-links.ts'

/** Public address of an image; null for none. */
export const publicMediaUrl = (upload_id: string) => `/media/public/${upload_id}`

/**
 * Address of a file of a free content: the same for everybody, so that cached pages can contain it. The permission
 * is checked when the file is requested.
 */
export const freePreviewUrl = (
  upload_id: string,
  { course_id, content_id }: { course_id: string; content_id: string },
) => `/media/free/${course_id}/${content_id}/${upload_id}`

interface Reader {
  user_id: string
  /** The content and course that show the file: reading ends when the reader loses access to it. */
  content?: { content_id: string; course_id: string }
  /** Only decoration at the end of the address; the download name comes from the upload. */
  file_name?: string
}

/**
 * Signed link to a private file for this person: valid for six hours at most, until the session ends, and only
 * while the person has access.
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
