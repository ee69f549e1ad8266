import { createReadStream } from 'node:fs'
import { derivedKey, schoolOfKey } from '#platform/storage/keys.ts'
import { ObjectExists, type Bytes, type Storage } from '#platform/storage/storage.ts'
import { copyOut } from './copy-to-disk.ts'
import { nameAs, nameFor } from './file-names.ts'
import { encodeImage } from './images.ts'
import { rules, type Purpose } from '../purposes.ts'
import { readText } from './read-text.ts'

interface Original {
  purpose: string
  object_key: string
  file_name: string
  size: number
}

/** What an upload's row says of the file as it will be read. */
export interface Prepared {
  object_key: string
  file_name: string
  content_type: string
  size: number
  width: number | null
  height: number | null
  /** Where the bytes lay that were looked at, if they had been taken from where they were sent. */
  taken_key?: string
}

/** Pictures are drawn anew, captions become WebVTT, everything else stays as it came. */
export async function prepare(storage: Storage, original: Original, content_type: string): Promise<Prepared> {
  const { object_key, file_name, size } = original
  const { family, longest_side } = rules[original.purpose as Purpose]
  const asItCame = {
    object_key,
    size,
    content_type,
    file_name: nameFor(file_name, content_type),
    width: null,
    height: null,
  }
  if (family === 'image') {
    const source = {
      school_id: schoolOfKey(object_key)!,
      write: (path: string) => copyOut(storage, object_key, path),
    }
    return encodeImage(source, longest_side ?? 2400, async ({ path, size: encoded, width, height }) => {
      const kept = await keep(storage, object_key, { bytes: createReadStream(path), size: encoded })
      return { ...kept, width, height, content_type: 'image/webp', file_name: nameAs(file_name, 'webp') }
    })
  }
  if (family === 'caption') {
    const { captions: vtt } = await readText(storage, original, family)
    if (vtt)
      return {
        ...asItCame,
        ...(await keep(storage, object_key, { bytes: [vtt], size: vtt.length })),
        file_name: nameAs(file_name, 'vtt'),
      }
  }
  return asItCame
}

/** Stores what was made of an object under the key that belongs to it, so that trying again leaves no second copy. */
async function keep(storage: Storage, originalKey: string, { bytes, size }: { bytes: Bytes; size: number }) {
  const object_key = derivedKey(originalKey)
  try {
    await storage.put(object_key, bytes, { size })
    return { object_key, size }
  } catch (error) {
    if (!(error instanceof ObjectExists)) throw error
    return { object_key, size: (await storage.stat(object_key))!.size }
  }
}
