import { api } from '#tenancy/client/browser.ts'
import { createFileUploader } from '#tenancy/client/uploads/upload.ts'
import type { FileKind, SendToArticle } from '#ui/form/rich-text/article/pending-upload.ts'
import { FileTooLargeError } from '#ui/form/rich-text/article/use-upload-error-text.ts'
import * as uploads from '#uploads/contract.ts'

const megabyte = 1_000_000

const rules = {
  image: { purpose: 'lesson_image', maxBytes: 20 * megabyte },
  video: { purpose: 'course_video', maxBytes: 4_000 * megabyte },
  audio: { purpose: 'course_audio', maxBytes: 500 * megabyte },
  file: { purpose: 'course_file', maxBytes: 500 * megabyte },
} as const

/** Types of images that the server encodes. */
const images = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'])

function kindOf({ type }: File): FileKind {
  if (images.has(type)) return 'image'
  if (type.startsWith('video/')) return 'video'
  return type.startsWith('audio/') ? 'audio' : 'file'
}

/** Uploads a file into a text of a question. */
export const sendToQuestion: SendToArticle = async (file, options) => {
  const kind = kindOf(file)
  const { purpose, maxBytes } = rules[kind]
  if (file.size > maxBytes) throw new FileTooLargeError(maxBytes)
  const send = createFileUploader({
    api,
    request: uploads.requestUpload,
    finalise: uploads.completeUpload,
    purpose,
  })
  return { ...(await send(file, options)), kind }
}
