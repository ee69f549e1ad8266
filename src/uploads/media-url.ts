import type { Ctx, OwnCtx } from '#platform/context.ts'
import { signedRead } from '#platform/storage/links.ts'

/** Where anybody reads a picture of a public purpose; null for none. */
export const publicMediaUrl = (upload_id: string) => `/media/public/${upload_id}`

interface Reader {
  user_id: string
  /** The course through which the reader comes to the file: reading ends with the enrolment. */
  course_id?: string
  /** Shown at the end of the address only; the download's own name comes from the upload. */
  file_name?: string
}

/** A link by which this person reads a private file, for at most six hours and only while he or she still may. */
export function mediaUrl(
  ctx: Pick<Ctx | OwnCtx, 'config' | 'now' | 'school_id'>,
  upload_id: string,
  { user_id, course_id = '', file_name = 'file' }: Reader,
) {
  const grant = { school_id: ctx.school_id, upload_id, user_id, course_id }
  return `/media/private/${upload_id}/${plain(file_name)}?${signedRead(ctx.config.appSecret, grant, ctx.now)}`
}

const plain = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[.-]+|(?<![.-])[.-]+$/g, '')
    .slice(-60) || 'file'
