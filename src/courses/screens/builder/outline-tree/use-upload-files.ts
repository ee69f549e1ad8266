import { ApiError } from '#platform/client/api/api-error.ts'
import { api } from '#tenancy/client/browser.ts'
import { createFileUploader, type UploadOptions } from '#tenancy/client/uploads/upload.ts'
import { useLeaveWarning } from '#ui/form/use-leave-warning.ts'
import { useUploadQueue } from '#ui/form/upload/use-upload-queue.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { formatBytes } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as uploads from '#uploads/contract.ts'
import { readMediaDuration } from './read-media-duration.ts'
import { mediaRules, mediaTypeOf, titleOfFile } from './media-rules.ts'
import type { OutlineEditing } from './use-outline.ts'

/** Uploads files as contents at the end of a lesson: drafts named after their files. */
export function useUploadFiles({ putContent }: OutlineEditing) {
  const { t } = useTranslation(['courses', 'kit'])
  const { errorText } = useErrorText()
  const queue = useUploadQueue()
  useLeaveWarning(queue.isBusy)

  const problemOf = (file: File) => {
    const { name, size } = file
    const type = mediaTypeOf(file)
    if (!type) return t('kit:upload.wrongType', { name })
    if (size === 0) return t('kit:upload.empty', { name })
    const { maxBytes } = mediaRules[type]
    return size > maxBytes ? t('kit:upload.tooLarge', { name, max: formatBytes(maxBytes) }) : null
  }
  const wordsFor = (error: unknown) => (error instanceof ApiError ? errorText(error) : t('kit:upload.failed'))
  const send = async (lesson_id: string, file: File, options: UploadOptions) => {
    const type = mediaTypeOf(file)!
    const { purpose } = mediaRules[type]
    const transport = { api, request: uploads.requestUpload, finalise: uploads.completeUpload, purpose }
    const { upload_id } = await createFileUploader(transport)(file, options)
    const duration_seconds = type === 'file' ? null : await readMediaDuration(file)
    await putContent({ lesson_id, type, title: titleOfFile(file.name), upload_id, duration_seconds })
  }
  return {
    queue,
    add: (files: readonly File[], lesson_id: string) =>
      queue.add(files, {
        problemOf,
        wordsFor,
        send: (file, options) => send(lesson_id, file, options),
      }),
  }
}

export type AddFiles = ReturnType<typeof useUploadFiles>['add']
