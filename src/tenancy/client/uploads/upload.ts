import type { BaseRoute } from '#platform/contract/route.ts'
import { connectionLostError, toApiError } from '#platform/client/api/api-error.ts'
import type { Api } from '#platform/client/api/client.ts'

/** A file that the server has looked at and keeps. */
export interface UploadedFile {
  upload_id: string
  url: string
  content_type: string
  size: number
}

export interface UploadOptions {
  signal: AbortSignal
  /** Bytes that have left so far. */
  onProgress: (sent: number) => void
  /** All bytes have left; the server looks at them. */
  onChecking?: () => void
}

/** Sends one file and resolves when it can be used. */
export type UploadFile = (file: File, options: UploadOptions) => Promise<UploadedFile>

interface Signed {
  upload_id: string
  url: string
  method: string
  headers: Record<string, string>
}

interface Transport {
  api: Api
  /** The contracts of asking for a signed address and of finalising. */
  request: BaseRoute
  finalise: BaseRoute
  /** What the file is for. */
  purpose: string
}

/** From this size on, going on where a connection broke is worth a few more requests. */
const inPartsFrom = 8_000_000

/** Why a person stops an upload for good: what has arrived is thrown away. Any other stop may be gone on with. */
export const uploadCancelled = new DOMException('The upload was cancelled', 'AbortError')

/** Sends the bytes, at once or in parts, and has the server look at them. */
export function createFileUploader({ api, request, finalise, purpose }: Transport): UploadFile {
  return async (file, { signal, onProgress, onChecking }) => {
    if (file.size >= inPartsFrom) {
      const { uploadInParts: sendInParts } = await import('./resumable-upload.ts')
      const upload_id = await sendInParts(file, purpose, { signal, onProgress })
      onChecking?.()
      return (await api(finalise, { upload_id } as never, { signal })) as UploadedFile
    }
    const uploadInput = { file_name: file.name, content_type: file.type, size: file.size, purpose }
    const signed = (await api(request, uploadInput as never, { signal })) as Signed
    await put(file, signed, { signal, onProgress })
    onChecking?.()
    return (await api(finalise, { upload_id: signed.upload_id } as never, { signal })) as UploadedFile
  }
}

/** Only XMLHttpRequest tells how much of a body has left. */
function put(
  file: File,
  { url, method, headers }: Signed,
  { signal, onProgress }: UploadOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', (event) => onProgress(event.loaded))
    request.addEventListener('load', () =>
      request.status < 300 ? resolve() : reject(toApiError(request.status, request.responseText)),
    )
    request.addEventListener('error', () => reject(connectionLostError()))
    request.addEventListener('abort', () =>
      reject(new DOMException('The upload was cancelled', 'AbortError')),
    )
    request.addEventListener('loadend', () => signal.removeEventListener('abort', stop))
    signal.addEventListener('abort', stop)
    if (signal.aborted) return reject(new DOMException('The upload was cancelled', 'AbortError'))
    request.send(file)
  })
}
