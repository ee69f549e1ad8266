import { imageSizeKeys } from '#uploads/index.ts'
import { ownerIdOfKey } from '#platform/storage/keys.ts'
import { ObjectExistsError, type Storage } from '#platform/storage/storage.ts'
import { UsageError } from '../command.ts'
import { fileEntry, schoolIdPlaceholder, tableEntry } from './format.ts'
import type { SchoolArchive } from './open-archive.ts'
import { readBatches } from './stage-table.ts'

/** Stores the archive's files under the school's prefix; existing files stay. Returns the new keys. */
export async function importFiles(
  archive: SchoolArchive,
  storage: Storage,
  school_id: string,
): Promise<string[]> {
  const brought: string[] = []
  const sizes = await sizesUnder(archive, school_id)
  try {
    for (const { name, bytes } of archive.manifest.files) {
      const key = sizes.get(name) ?? `${school_id}/${name}`
      if (await storage.stat(key)) continue
      await storage.put(key, archive.read(fileEntry(name)), { size: bytes }).then(
        () => brought.push(key),
        (error: unknown) => {
          if (!(error instanceof ObjectExistsError)) throw error
        },
      )
    }
    return brought
  } catch (error) {
    await deleteFiles(storage, brought)
    throw error
  }
}

/** Keys of resized images depend on the school: maps each to its new key by name. */
async function sizesUnder({ manifest, read }: SchoolArchive, school_id: string) {
  const sizes = new Map<string, string>()
  if (school_id === manifest.school_id || !manifest.tables.some(({ name }) => name === 'uploads'))
    return sizes
  for await (const lines of readBatches(read(tableEntry('uploads'))))
    for (const line of lines) {
      const { object_key, variant_widths } = parsed(line)
      if (!variant_widths) continue
      const after = imageSizeKeys(object_key.replace(schoolIdPlaceholder, school_id))
      const before = imageSizeKeys(object_key.replace(schoolIdPlaceholder, manifest.school_id))
      before.forEach((key, at) => sizes.set(key.slice(manifest.school_id.length + 1), after[at]!))
    }
  return sizes
}

function parsed(line: string) {
  try {
    const { object_key, variant_widths } = JSON.parse(line) as Record<string, unknown>
    const isOurs = typeof object_key === 'string' && ownerIdOfKey(object_key) === schoolIdPlaceholder
    return { object_key: isOurs ? object_key : '', variant_widths: isOurs && variant_widths }
  } catch {
    throw new UsageError('The archive is damaged: a row of uploads is unreadable.')
  }
}

export async function deleteFiles(storage: Storage, keys: string[]) {
  for (const key of keys) await storage.remove(key)
}
