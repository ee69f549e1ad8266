import { DetailedError, Upload, type PreviousUpload } from 'tus-js-client'
import { connectionLostError, toApiError } from '#platform/client/api/api-error.ts'
import { getBrowserApp, apiHeaders } from '../browser.ts'
import { openResumableUploadStore } from './resumable-upload-store.ts'
import { storedSession } from '../session/session.ts'
import { uploadCancelled, type UploadOptions } from './upload.ts'

const megabyte = 1_000_000
/** Small enough for proxies that buffer a body. */
const partBytes = 16 * megabyte
/** Seconds between attempts. Retries for minutes without a connection; each successful part starts again. */
const pauses = [0, 1, 2, 4, 8, 15, ...Array.from({ length: 20 }, () => 20)].map((seconds) => seconds * 1000)

/**
 * Uploads one file in parts, from where an earlier attempt stopped: on this page, before a reload, or yesterday.
 * Returns the id of the complete upload.
 */
export async function uploadInParts(
  file: File,
  purpose: string,
  { signal, onProgress }: Pick<UploadOptions, 'signal' | 'onProgress'>,
): Promise<string> {
  const { frame, store } = getBrowserApp()
  const owner = storedSession(store)?.details?._id ?? ''
  const result = Promise.withResolvers<string>()
  const upload = new Upload(file, {
    endpoint: '/storage/tus',
    metadata: { filename: file.name, filetype: file.type, purpose },
    headers: apiHeaders({ frame, store }),
    chunkSize: partBytes,
    retryDelays: pauses,
    // Also without a connection, which may return during the pauses.
    onShouldRetry: (error) => mayPass(error.originalResponse?.getStatus()),
    fingerprint: async () => [owner, purpose, file.name, file.type, file.size, file.lastModified].join(' '),
    urlStorage: openResumableUploadStore(),
    storeFingerprintForResuming: true,
    removeFingerprintOnSuccess: true,
    onProgress: (sent) => onProgress(sent),
    onSuccess: () => result.resolve(uploadIdIn(upload.url)),
    onError: (error) => result.reject(asApiError(error)),
  })
  const stop = () => {
    void upload.abort(signal.reason === uploadCancelled).catch(() => {})
    result.reject(new DOMException('The upload was stopped', 'AbortError'))
  }
  signal.addEventListener('abort', stop)
  try {
    const [latest] = (await upload.findPreviousUploads().catch((): PreviousUpload[] => [])).toSorted((a, b) =>
      b.creationTime.localeCompare(a.creationTime),
    )
    signal.throwIfAborted()
    if (latest) upload.resumeFromPreviousUpload(latest)
    upload.start()
    return await result.promise
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Whether a failure may be temporary: no response, a server error, or a conflict of parts. */
const mayPass = (status: number | undefined) =>
  status === undefined || status === 0 || status >= 500 || status === 409 || status === 423 || status === 429

const uploadIdIn = (url: string | null) => /tus\/([\w-]{36})/.exec(url ?? '')?.[1] ?? ''

function asApiError(error: Error | DetailedError) {
  const answer = error instanceof DetailedError ? error.originalResponse : null
  return answer ? toApiError(answer.getStatus(), answer.getBody()) : connectionLostError()
}
