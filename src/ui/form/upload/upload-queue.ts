import { uploadCancelled, type UploadOptions } from '#tenancy/client/uploads/upload.ts'
import { createTransferRate } from './transfer-rate.ts'

export interface QueuedFile {
  id: string
  name: string
  sent: number
  total: number
  /** Bytes per second. */
  speed: number
  checking: boolean
  /** `refused`: never sent, and cannot be retried. */
  state: 'waiting' | 'sending' | 'failed' | 'refused' | 'done'
  /** Error or refusal, as translated text. */
  problem: string | null
}

/** Validation and upload of the selected files. */
export interface UploadTask {
  /** Translated reason why a file is rejected, or null. */
  problemOf: (file: File) => string | null
  /** Uploads one file and uses it for its purpose. */
  send: (file: File, options: UploadOptions) => Promise<void>
  wordsFor: (error: unknown) => string
}

interface Entry {
  view: QueuedFile
  file: File
  errand: UploadTask
  running: AbortController | null
}

/** More parallel uploads would only share the same bandwidth. */
const atOnce = 2

const isUnderWay = ({ state }: { state: QueuedFile['state'] }) => state === 'waiting' || state === 'sending'

/**
 * Uploads many files, two at a time. A failed file keeps its position and can be retried. `onChange` gets all
 * files after each change.
 */
export function createUploadQueue(onChange: (files: QueuedFile[]) => void) {
  let entries: Entry[] = []

  const tell = () => onChange(entries.map(({ view }) => view))
  const update = (entry: Entry, news: Partial<QueuedFile>) => {
    entry.view = { ...entry.view, ...news }
    tell()
  }
  function startNext() {
    for (const entry of entriesToStart(entries)) void sendEntry(entry, update).finally(startNext)
  }
  const find = (id: string) => entries.find(({ view }) => view.id === id)

  return {
    /** Appends files to the queue. */
    add(chosen: readonly File[], errand: UploadTask) {
      entries.push(...chosen.map((file) => createEntry(file, errand)))
      tell()
      startNext()
    },
    retry(id: string) {
      const entry = find(id)
      if (entry?.view.state === 'failed') update(entry, { state: 'waiting', problem: null })
      startNext()
    },
    /** Removes a file and cancels its upload. */
    remove(id: string) {
      const entry = find(id)
      entries = entries.filter((one) => one !== entry)
      entry?.running?.abort(uploadCancelled)
      tell()
      startNext()
    },
    /** Removes all finished files. */
    clear() {
      entries = entries.filter(({ view }) => isUnderWay(view))
      tell()
    },
    /** Aborts the requests without cancelling the uploads, so that they can be resumed. */
    stop() {
      for (const { running } of entries.splice(0)) running?.abort()
    },
  }
}

function createEntry(file: File, errand: UploadTask): Entry {
  const problem = errand.problemOf(file)
  const figures = { name: file.name, sent: 0, total: file.size, speed: 0, checking: false }
  const view: QueuedFile = {
    id: crypto.randomUUID(),
    state: problem ? 'refused' : 'waiting',
    problem,
    ...figures,
  }
  return { view, file, errand, running: null }
}

/** Waiting files for which an upload is free. */
function entriesToStart(entries: Entry[]) {
  const sending = entries.filter(({ running }) => running).length
  const waiting = entries.filter(({ view }) => view.state === 'waiting')
  return waiting.slice(0, Math.max(0, atOnce - sending))
}

/** Sends a file until it is done, failed or cancelled. Never rejects. */
async function sendEntry(entry: Entry, update: (entry: Entry, news: Partial<QueuedFile>) => void) {
  const running = new AbortController()
  const paceOf = createTransferRate()
  entry.running = running
  update(entry, { state: 'sending', sent: 0, speed: 0, problem: null })
  try {
    await entry.errand.send(entry.file, {
      signal: running.signal,
      onProgress: (sent) => update(entry, { sent, speed: paceOf(sent) }),
      onChecking: () => update(entry, { sent: entry.file.size, speed: 0, checking: true }),
    })
    update(entry, { state: 'done', checking: false })
  } catch (error) {
    if (!running.signal.aborted)
      update(entry, { state: 'failed', checking: false, problem: entry.errand.wordsFor(error) })
  } finally {
    entry.running = null
  }
}

export const hasActiveUploads = (files: readonly QueuedFile[]) => files.some(isUnderWay)
