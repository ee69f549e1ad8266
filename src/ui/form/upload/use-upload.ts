import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '#platform/client/api/api-error.ts'
import { uploadCancelled, type UploadFile, type UploadedFile } from '#tenancy/client/uploads/upload.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { formatBytes } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { createTransferRate } from './transfer-rate.ts'

export interface UploadState {
  name: string
  sent: number
  total: number
  /** Bytes per second since the start. */
  speed: number
  checking: boolean
}

interface Options {
  send: UploadFile
  /** As in `<input accept>`: `image/*`, `.pdf`. */
  accept: string
  maxBytes: number
  onDone: (file: UploadedFile, original: File) => void
}

/** Uploads one file at a time, with progress, cancel and an error message. */
export function useUpload({ send, accept, maxBytes, onDone }: Options) {
  const { t } = useTranslation(['ui', 'kit'])
  const { errorText } = useErrorText()
  const [sending, setSending] = useState<UploadState | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const start = useCallback(
    async (file: File) => {
      const rejection = rejectionOf(file, { accept, maxBytes })
      if (rejection)
        return setProblem(t(`kit:upload.${rejection}`, { name: file.name, max: formatBytes(maxBytes) }))
      const controller = new AbortController()
      const paceOf = createTransferRate()
      running.current?.abort()
      running.current = controller
      setProblem(null)
      const show = (sent: number, checking = false) => {
        setSending({ name: file.name, sent, total: file.size, speed: paceOf(sent), checking })
      }
      show(0)
      try {
        const stored = await send(file, {
          signal: controller.signal,
          onProgress: show,
          onChecking: () => show(file.size, true),
        })
        onDone(stored, file)
      } catch (error) {
        if (controller.signal.aborted) setProblem(t('kit:upload.cancelled'))
        // The user closed the crop dialog before anything was sent.
        else if (error instanceof DOMException && error.name === 'AbortError') setProblem(null)
        else setProblem(error instanceof ApiError ? errorText(error) : t('kit:upload.failed'))
      } finally {
        if (running.current === controller) setSending(null)
      }
    },
    [send, accept, maxBytes, onDone, t, errorText],
  )
  return { sending, problem, start, cancel: () => running.current?.abort(uploadCancelled) }
}

/** Whether a file has an accepted type, by its MIME type or its extension. */
export function matchesAccept(file: Pick<File, 'name' | 'type'>, accept: string): boolean {
  return accept
    .split(',')
    .map((kind) => kind.trim().toLowerCase())
    .some((kind) => {
      if (kind.startsWith('.')) return file.name.toLowerCase().endsWith(kind)
      if (kind.endsWith('/*')) return file.type.startsWith(kind.slice(0, -1))
      return file.type === kind
    })
}

/** Why a file is not sent, as the last part of a text's key; null if it is. */
function rejectionOf(file: File, { accept, maxBytes }: Pick<Options, 'accept' | 'maxBytes'>) {
  if (!matchesAccept(file, accept)) return 'wrongType'
  if (file.size === 0) return 'empty'
  return file.size > maxBytes ? 'tooLarge' : null
}
