import { createReadStream } from 'node:fs'
import { derivedObjectKey, ownerIdOfKey } from '#platform/storage/keys.ts'
import { ObjectExistsError, type ByteSource, type Storage } from '#platform/storage/storage.ts'
import { copyToDisk } from './copy-to-disk.ts'
import { withExtension, fileNameForType } from './file-names.ts'
import { encodeImage } from './images.ts'
import { uploadRules, type UploadPurpose } from '../purposes.ts'
import { readText } from './read-text.ts'

interface Original {
  purpose: string
  object_key: string
  file_name: string
  size: number
}

/** Properties of the file as stored in the upload's row. */
export interface PreparedFile {
  object_key: string
  file_name: string
  content_type: string
  size: number
  width: number | null
  height: number | null
  /** Original key of the checked object, if it was moved. */
  taken_key?: string
}

/** Encodes images, converts captions to WebVTT, and keeps everything else. */
export async function prepareUploadedFile(
  storage: Storage,
  original: Original,
  content_type: string,
): Promise<PreparedFile> {
  const { object_key, file_name, size } = original
  const { family, longest_side } = uploadRules[original.purpose as UploadPurpose]
  const asItCame = {
    object_key,
    size,
    content_type,
    file_name: fileNameForType(file_name, content_type),
    width: null,
    height: null,
  }
  const isImage = family === 'image' || (family === 'proof' && content_type.startsWith('image/'))
  if (isImage) return prepareImage(storage, original, longest_side ?? 2400)
  if (family === 'caption') {
    const { captions: vtt } = await readText(storage, original, family)
    if (vtt)
      return {
        ...asItCame,
        ...(await keep(storage, object_key, { bytes: [vtt], size: vtt.length })),
        file_name: withExtension(file_name, 'vtt'),
      }
  }
  return asItCame
}

/** Encodes an image as WebP with at most this many pixels at its longest side. */
function prepareImage(storage: Storage, { object_key, file_name }: Original, longestSide: number) {
  const source = {
    school_id: ownerIdOfKey(object_key)!,
    write: (path: string) => copyToDisk(storage, object_key, path),
  }
  return encodeImage(source, longestSide, async ({ path, size, width, height }) => {
    const stored = await keep(storage, object_key, { bytes: createReadStream(path), size })
    return {
      ...stored,
      width,
      height,
      content_type: 'image/webp',
      file_name: withExtension(file_name, 'webp'),
    }
  })
}

/** Stores the result under a key derived from the object, so that a retry leaves no second copy. */
async function keep(
  storage: Storage,
  originalKey: string,
  { bytes, size }: { bytes: ByteSource; size: number },
) {
  const object_key = derivedObjectKey(originalKey)
  try {
    await storage.put(object_key, bytes, { size })
    return { object_key, size }
  } catch (error) {
    if (!(error instanceof ObjectExistsError)) throw error
    return { object_key, size: (await storage.stat(object_key))!.size }
  }
}
