import {
  transferLimits,
  type FileQuestion,
  type ImportedImage,
  type ImportedPackage,
} from '#lib/question-formats/index.ts'
import { ApiError } from '#platform/client/api/api-error.ts'
import { api } from '#tenancy/client/browser.ts'
import { createFileUploader } from '#tenancy/client/uploads/upload.ts'
import * as uploads from '#uploads/contract.ts'
import { createQuestions } from '../../contract.ts'

/** Questions of a file on their way to a bank. */
export interface Sending {
  bank_id: string
  /** Questions that are not stored yet. */
  rest: FileQuestion[]
  created: number
  /** Names of questions that the server refused. */
  refused: string[]
  /** Images of the file, which questions name by temporary ids. */
  images: readonly ImportedImage[]
  /** Ids of uploads by the temporary id of the image. */
  uploaded: Readonly<Record<string, string>>
  /** Key of the request with the first questions of the rest: sent again, it creates nothing twice. */
  idempotencyKey: string
}

export const newSending = (bank_id: string, { questions, images }: ImportedPackage): Sending => ({
  bank_id,
  rest: [...questions],
  images,
  uploaded: {},
  created: 0,
  refused: [],
  idempotencyKey: crypto.randomUUID(),
})

const bytesOf = (question: FileQuestion) => new TextEncoder().encode(JSON.stringify(question)).length + 1

/** Number of the first questions that fit into one request. */
export function nextPartLength(questions: readonly FileQuestion[]) {
  let bytes = 2
  let length = 0
  for (const question of questions.slice(0, transferLimits.questions)) {
    bytes += bytesOf(question)
    if (length > 0 && bytes > transferLimits.bytes) break
    length += 1
  }
  return length
}

/**
 * Uploads the images of the next questions. An image that the server refuses keeps its temporary id: the server then
 * leaves it out of a text, and refuses a question that needs it. Throws an `ApiError` if the connection is lost.
 */
export async function uploadImages(sending: Sending): Promise<Sending> {
  const json = JSON.stringify(sending.rest.slice(0, nextPartLength(sending.rest)))
  const uploaded = { ...sending.uploaded }
  for (const { id, name, type, bytes } of sending.images)
    if (uploaded[id] === undefined && json.includes(id))
      uploaded[id] = await upload(new File([bytes], name, { type })).catch((error: unknown) => {
        const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500
        if (!isRefused || error.status === 401 || error.status === 429) throw error
        return id
      })
  return { ...sending, uploaded }
}

const send = createFileUploader({
  api,
  request: uploads.requestUpload,
  finalise: uploads.completeUpload,
  purpose: 'lesson_image',
})

const upload = async (file: File) => {
  const { signal } = new AbortController()
  return (await send(file, { signal, onProgress: () => undefined })).upload_id
}

/** Questions with the ids of uploads for the temporary ids of their images. */
function withUploads(questions: readonly FileQuestion[], uploaded: Sending['uploaded']) {
  let json = JSON.stringify(questions)
  for (const [id, upload_id] of Object.entries(uploaded)) json = json.replaceAll(id, upload_id)
  return JSON.parse(json) as FileQuestion[]
}

/**
 * Sends the next questions, and returns what remains. Questions that the server finds invalid are left out. Throws an
 * `ApiError`; the same `sending` can then be sent again.
 */
export async function sendPart(sending: Sending): Promise<Sending> {
  const { bank_id, rest, idempotencyKey } = sending
  const length = nextPartLength(rest)
  const next = { ...sending, idempotencyKey: crypto.randomUUID() }
  try {
    const questions = withUploads(rest.slice(0, length), sending.uploaded)
    await api(createQuestions, { bank_id, questions }, { idempotencyKey })
    return { ...next, rest: rest.slice(length), created: sending.created + length }
  } catch (error) {
    const invalid = invalidIndexes(error, length)
    if (invalid.size === 0) throw error
    return {
      ...next,
      rest: rest.filter((_, at) => !invalid.has(at)),
      refused: [...sending.refused, ...[...invalid].map((at) => rest[at]!.name || rest[at]!.body.text)],
    }
  }
}

/** Questions of a request that the server names as invalid. */
function invalidIndexes(error: unknown, length: number) {
  if (!(error instanceof ApiError) || error.code !== 'invalid_input') return new Set<number>()
  const indexes = error.errors.map(({ path }) => Number(/^questions\.(\d+)\b/.exec(path)?.[1] ?? -1))
  return new Set(indexes.filter((at) => at >= 0 && at < length))
}
