import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { isolatedTask, runIsolated, TaskStopped, withScratchFolder } from '#platform/isolated/index.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import { ownerIdOfKey } from '#platform/storage/keys.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { copyToDisk } from './copy-to-disk.ts'
import { toWebVtt, detectTextType } from './inspect-text.ts'
import type { run } from './isolated/read-text.ts'
import type { FileFamily } from '../purposes.ts'

/** 20 MB of text take 250 MB and a second. */
const task = isolatedTask<typeof run>(new URL('./isolated/read-text.ts', import.meta.url), {
  memory_mb: 400,
  cpu_ms: 10_000,
})

/** Larger texts would have to be held in memory, and no lesson needs them. */
const largestText = 20_000_000

/** Read in this process in some milliseconds, a tenth of the start of a child process. */
const smallText = 200_000

interface Arrived {
  object_key: string
  size: number
  file_name: string
}

interface ReadText {
  /** Undefined if it is not text, or not of the family. */
  type: string | undefined
  /** Captions converted to WebVTT for browsers; null if they are WebVTT already. */
  captions: Uint8Array | null
}

/**
 * Detects the type of a file without signature: captions, text, or markup. Long files are read in a child
 * process.
 */
export async function readText(storage: Storage, arrived: Arrived, family: FileFamily): Promise<ReadText> {
  const { object_key, size, file_name } = arrived
  const isText = family === 'caption' || family === 'document' || family === 'table'
  if (size > largestText || !isText) return { type: undefined, captions: null }
  const file = { family, file_name }
  if (size > smallText) return readLong(storage, object_key, file)
  const bytes = await buffer(await storage.read(object_key))
  const type = detectTextType(bytes, file)
  return { type, captions: type === 'text/vtt' ? toWebVtt(bytes) : null }
}

const readLong = (
  storage: Storage,
  object_key: string,
  file: { family: FileFamily; file_name: string },
): Promise<ReadText> =>
  withScratchFolder(async (folder) => {
    await copyToDisk(storage, object_key, join(folder, 'text'))
    const turn = { group_id: ownerIdOfKey(object_key)!, folder }
    const { type, hasCaptions } = await runIsolated(task, file, turn).catch((error: unknown) => {
      throw error instanceof TaskStopped ? new Refusal('file_corrupt') : error
    })
    return { type, captions: hasCaptions ? await readFile(join(folder, 'captions')) : null }
  })
