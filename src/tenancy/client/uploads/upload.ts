import type { BaseRoute } from '#platform/contract/route.ts'
import { connectionLostError, toApiError } from '#platform/client/api/api-error.ts'
import type { Api } from '#platform/client/api/client.ts'

/** A file that the server has checked and stored. */
export interface UploadedFile {
  upload_id: string
  url: string
  content_type: string
  size: number
}

export interface UploadOptions {
  signal: AbortSignal
  /** Bytes sent so far. */
  onProgress: (sent: number) => void
  /** All bytes are sent; the server checks them. */
  onChecking?: () => void
}

/** Uploads one file and resolves when it is usable. */
export type UploadFile = (file: File, options: UploadOptions) => Promise<UploadedFile>

interface Signed {
  upload_id: string
  url: string
  method: string
  headers: Record<string, string>
}

interface Transport {
  api: Api
  /** Contracts for requesting a signed address and for finalising. */
  request: BaseRoute
  finalise: BaseRoute
  /** Purpose of the file. */
  purpose: string
}

/** Bytes from which a resumable upload is worth the additional requests. */
const inPartsFrom = 8_000_000

/**
 * Abort reason of a cancelled upload: what has arrived is deleted. Uploads that stopped otherwise can be resumed.
 */
export const uploadCancelled = new DOMException('The upload was cancelled', 'AbortError')

/** Creates a function that uploads a file, at once or in parts, and finalises it. */
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

/** Only XMLHttpRequest reports upload progress. */
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
