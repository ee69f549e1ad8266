import { useCallback } from 'react'
import { ApiError } from '#platform/client/api/api-error.ts'
import { formatBytes } from '#ui/components/formatting/format-number.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'

/** A file that is refused before it is sent. */
export class FileTooLargeError extends Error {
  readonly maxBytes: number

  constructor(maxBytes: number) {
    super('The file is too large')
    this.maxBytes = maxBytes
  }
}

/** Text for a failed upload: what happened, and what to do. */
export function useUploadErrorText() {
  const { t } = useTranslation(['ui', 'article'])
  const { errorText } = useErrorText()
  return useCallback(
    (error: unknown, { name }: File) => {
      if (error instanceof FileTooLargeError)
        return t('article:upload.tooLarge', { name, size: formatBytes(error.maxBytes) })
      const failed = t('article:upload.failed', { name })
      return error instanceof ApiError ? `${failed} ${errorText(error)}` : failed
    },
    // `errorText` is a new function with each rendering, of the same language as `t`.
    // oxlint-disable-next-line react/exhaustive-deps
    [t],
  )
}
