import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Storage } from '#platform/storage/storage.ts'

/** Writes an object of the store to a file of this machine. Throws ObjectMissingError. */
export const copyToDisk = async (storage: Storage, key: string, path: string) =>
  pipeline(await storage.read(key), createWriteStream(path, { mode: 0o600 }))
