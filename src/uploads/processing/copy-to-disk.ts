import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Storage } from '#platform/storage/storage.ts'

/** Copies an object of the storage to a local file. Throws ObjectMissingError. */
export const copyToDisk = async (storage: Storage, key: string, path: string) =>
  pipeline(await storage.read(key), createWriteStream(path, { mode: 0o600 }))
