import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { constants, copyFile, link, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { ownerIdOfKey } from './keys.ts'
import { signPutLink } from './links.ts'
import {
  ObjectExistsError,
  ObjectMissingError,
  OffsetMismatchError,
  SizeMismatchError,
  type ByteSource,
  type PinnedPart,
  type PinnedSize,
  type Storage,
  type StoredObject,
} from './storage.ts'

const code = (error: unknown) => (error as NodeJS.ErrnoException).code

const rootIn = (dataDir: string) => join(dataDir, 'uploads')

/** Converts a generated key to a path; throws for anything else, so that no client input can leave the root. */
export function objectPath(dataDir: string, key: string) {
  const owner_id = ownerIdOfKey(key)
  if (!owner_id) throw new TypeError('not a storage key')
  const name = key.slice(owner_id.length + 1)
  return join(rootIn(dataDir), owner_id, name.slice(0, 2), name.slice(2))
}

/** Opens a storage below DATA_DIR/uploads; directories are created when needed. */
export function openDiskStorage({ dataDir, appSecret }: { dataDir: string; appSecret: string }): Storage {
  const root = rootIn(dataDir)
  const pathOf = (key: string) => objectPath(dataDir, key)

  return {
    put: async (key, body, pinned) => appear(pathOf(key), (draft) => write(draft, body, pinned)),
    received: async (key) => receivedAt(pathOf(key)),
    append: async (key, body, pinned) => appendAt(pathOf(key), body, pinned),
    async copyIn(localPath, key) {
      const path = pathOf(key)
      await appear(path, (draft) => copyFile(localPath, draft))
      return (await stat(path)).size
    },
    async read(key, range) {
      const file = await open(pathOf(key)).catch((error: unknown) => {
        throw code(error) === 'ENOENT' ? new ObjectMissingError(key) : error
      })
      return createReadStream('', { fd: file, highWaterMark: 256 * 1024, ...range })
    },
    async localPath(key) {
      const path = pathOf(key)
      if ((await sizeAt(path)) === null) throw new ObjectMissingError(key)
      return path
    },
    async stat(key) {
      const size = await sizeAt(pathOf(key))
      return size === null ? null : { size }
    },
    remove: async (key) => removeAt(pathOf(key)),
    presignPut: async (key, pinned, now) => signPutLink(appSecret, { key, ...pinned }, now),
    // Our own route accepts bytes once: nobody can send again.
    claim: async (key) => key,
    async copy(from, to) {
      await copyOnce(pathOf(from), pathOf(to)).catch((error: unknown) => {
        throw code(error) === 'ENOENT' ? new ObjectMissingError(from) : error
      })
    },
    list: (owner_id) => objectsBelow(root, owner_id),
    // Drafts are deleted with their upload.
    sweep: async () => 0,
  }
}

/** Appends a part; with the last byte the object appears. Returns the number of stored bytes. */
async function appendAt(path: string, body: ByteSource, pinned: PinnedPart) {
  await mkdir(dirname(path), { recursive: true })
  const there = await lengthen(path, body, pinned)
  if (there < pinned.size) return there
  // A copy, because a client that still writes to the parts must not change the checked file.
  await copyOnce(partsOf(path), path)
  await rm(partsOf(path), { force: true })
  return there
}

/** Copies a file, where the file system can without its bytes. Does nothing if the target exists. */
async function copyOnce(from: string, to: string) {
  try {
    await appear(to, (draft) => copyFile(from, draft, constants.COPYFILE_FICLONE))
  } catch (error) {
    if (!(error instanceof ObjectExistsError)) throw error
  }
}

/** Deletes an object with its drafts and parts. */
async function removeAt(path: string) {
  await rm(path, { force: true })
  const names = await readdir(dirname(path)).catch(() => [])
  const drafts = names.filter((name) => name.startsWith(`${basename(path)}.`))
  await Promise.all(drafts.map((name) => rm(join(dirname(path), name), { force: true })))
}

async function* objectsBelow(root: string, only?: string): AsyncIterable<StoredObject> {
  const names = (folder: string) => readdir(folder).catch(() => [])
  for (const owner_id of only === undefined ? await names(root) : [only])
    for (const start of await names(join(root, owner_id)))
      for (const rest of await names(join(root, owner_id, start))) {
        const key = `${owner_id}/${start}${rest}`
        const size = ownerIdOfKey(key) && (await sizeAt(join(root, owner_id, start, rest)))
        if (typeof size === 'number') yield { key, size }
      }
}

const partsOf = (path: string) => `${path}.parts`

const sizeAt = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    (error: unknown) => {
      if (code(error) === 'ENOENT') return null
      throw error
    },
  )

const receivedAt = async (path: string) => (await sizeAt(path)) ?? (await sizeAt(partsOf(path))) ?? 0

/** Writes bytes at their offset; keeps what was written if the body breaks. */
async function lengthen(path: string, body: ByteSource, { offset, size, signal }: PinnedPart) {
  if ((await receivedAt(path)) !== offset) throw new OffsetMismatchError(`a part starts at ${offset}`)
  const file = await open(partsOf(path), constants.O_RDWR | constants.O_CREAT)
  let there = offset
  try {
    for await (const chunk of body) {
      signal?.throwIfAborted()
      if (there + chunk.length > size) throw new SizeMismatchError(`more than ${size} bytes`)
      await file.write(chunk, 0, chunk.length, there)
      there += chunk.length
    }
    return there
  } finally {
    await file.sync()
    await file.close()
  }
}

/** Fills a draft beside `path` and then names it. The second of two concurrent calls gets ObjectExistsError. */
async function appear(path: string, fill: (draft: string) => Promise<void>) {
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  try {
    await fill(draft)
    await flush(draft)
    // Unlike a rename, a link never replaces: a checked file cannot be exchanged.
    await link(draft, path)
    await flush(dirname(path))
  } catch (error) {
    throw code(error) === 'EEXIST' ? new ObjectExistsError(path) : error
  } finally {
    await rm(draft, { force: true })
  }
}

async function write(draft: string, body: ByteSource, { size, signal }: PinnedSize) {
  const file = await open(draft, 'wx')
  try {
    let written = 0
    for await (const chunk of body) {
      signal?.throwIfAborted()
      written += chunk.length
      if (written > size) throw new SizeMismatchError(`more than ${size} bytes`)
      await file.writeFile(chunk)
    }
    signal?.throwIfAborted()
    if (written < size) throw new SizeMismatchError(`${written} bytes instead of ${size}`)
  } finally {
    await file.close()
  }
}

/** Flushes a file's bytes, or a directory's names, to disk. */
async function flush(path: string) {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
