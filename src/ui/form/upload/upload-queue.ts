import { uploadCancelled, type UploadOptions } from '#tenancy/client/uploads/upload.ts'
import { createTransferRate } from './transfer-rate.ts'

export interface QueuedFile {
  id: string
  name: string
  sent: number
  total: number
  /** Bytes a second. */
  speed: number
  checking: boolean
  /** What was refused was never sent, and would be refused again. */
  state: 'waiting' | 'sending' | 'failed' | 'refused' | 'done'
  /** Why it failed or was refused, in words. */
  problem: string | null
}

/** What files are chosen for. */
export interface UploadTask {
  /** Why a file cannot be taken, in words, or null. */
  problemOf: (file: File) => string | null
  /** Sends one file and does with it what it was chosen for. */
  send: (file: File, options: UploadOptions) => Promise<void>
  wordsFor: (error: unknown) => string
}

interface Entry {
  shown: QueuedFile
  file: File
  errand: UploadTask
  running: AbortController | null
}

/** How many are sent at once: more would only share the same line. */
const atOnce = 2

const isUnderWay = ({ state }: { state: QueuedFile['state'] }) => state === 'waiting' || state === 'sending'

/**
 * Sends many files, two at a time; one that fails keeps its place and can be tried again. `onChange` is given all files
 * whenever one of them has news.
 */
export function createUploadQueue(onChange: (files: QueuedFile[]) => void) {
  let entries: Entry[] = []

  const tell = () => onChange(entries.map(({ shown }) => shown))
  const update = (entry: Entry, news: Partial<QueuedFile>) => {
    entry.shown = { ...entry.shown, ...news }
    tell()
  }

  async function run(entry: Entry) {
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
      startNext()
    }
  }

  function startNext() {
    const sending = entries.filter(({ running }) => running).length
    const waiting = entries.filter(({ shown }) => shown.state === 'waiting')
    for (const entry of waiting.slice(0, Math.max(0, atOnce - sending))) void run(entry)
  }

  const find = (id: string) => entries.find(({ shown }) => shown.id === id)
  return {
    /** Puts files at the end. */
    add(chosen: readonly File[], errand: UploadTask) {
      for (const file of chosen) {
        const problem = errand.problemOf(file)
        const figures = { name: file.name, sent: 0, total: file.size, speed: 0, checking: false }
        const state = problem ? 'refused' : 'waiting'
        const shown: QueuedFile = { id: crypto.randomUUID(), state, problem, ...figures }
        entries.push({ shown, file, errand, running: null })
      }
      tell()
      startNext()
    },
    retry(id: string) {
      const entry = find(id)
      if (entry?.shown.state === 'failed') update(entry, { state: 'waiting', problem: null })
      startNext()
    },
    /** Takes a file out, and stops it for good if it is on its way. */
    remove(id: string) {
      const entry = find(id)
      entries = entries.filter((one) => one !== entry)
      entry?.running?.abort(uploadCancelled)
      tell()
      startNext()
    },
    /** Takes out all that have come to an end. */
    clear() {
      entries = entries.filter(({ shown }) => isUnderWay(shown))
      tell()
    },
    /** Stops without giving up: what has arrived may be gone on with. */
    stop() {
      const running = entries.map((entry) => entry.running)
      entries = []
      for (const one of running) one?.abort()
    },
  }
}

export const hasActiveUploads = (files: readonly QueuedFile[]) => files.some(isUnderWay)
