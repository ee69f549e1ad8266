import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { constants, copyFile, link, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { ownerIdOfKey } from './keys.ts'
import { signPutLink } from './links.ts'
import {
  ObjectExistsError,
  ObjectMissingError,
  WrongOffsetError,
  WrongSizeError,
  type ByteSource,
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
    async put(key, body, { size, signal }) {
      const path = pathOf(key)
      await appear(path, (draft) => write(draft, body, { size, signal }))
    },
    received: (key) => receivedAt(pathOf(key)),
    async append(key, offset, body, { size, signal }) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      const there = await lengthen(path, offset, body, { size, signal })
      if (there < size) return there
      // A copy, because a client that still writes to the parts must not change the checked file.
      await appear(path, (draft) => copyFile(partsOf(path), draft, constants.COPYFILE_FICLONE)).catch(
        (error: unknown) => {
          if (!(error instanceof ObjectExistsError)) throw error
        },
      )
      await rm(partsOf(path), { force: true })
      return there
    },
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
      try {
        return { size: (await stat(pathOf(key))).size }
      } catch (error) {
        if (code(error) === 'ENOENT') return null
        throw error
      }
    },
    async remove(key) {
      const path = pathOf(key)
      await rm(path, { force: true })
      const names = await readdir(dirname(path)).catch(() => [])
      const drafts = names.filter((name) => name.startsWith(`${basename(path)}.`))
      await Promise.all(drafts.map((name) => rm(join(dirname(path), name), { force: true })))
    },
    presignPut: async (key, pinned, now) => signPutLink(appSecret, key, pinned, now),
    // Our own route accepts bytes once: nobody can send again.
    claim: async (key) => key,
    async copy(from, to) {
      await appear(pathOf(to), (draft) => copyFile(pathOf(from), draft, constants.COPYFILE_FICLONE)).catch(
        (error: unknown) => {
          if (code(error) === 'ENOENT') throw new ObjectMissingError(from)
          if (!(error instanceof ObjectExistsError)) throw error
        },
      )
    },
    list: (owner_id) => objectsBelow(root, owner_id),
    // Drafts are deleted with their upload.
    sweep: async () => 0,
  }
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
async function lengthen(
  path: string,
  offset: number,
  body: ByteSource,
  { size, signal }: { size: number; signal?: AbortSignal | undefined },
) {
  if ((await receivedAt(path)) !== offset) throw new WrongOffsetError(`a part starts at ${offset}`)
  const file = await open(partsOf(path), constants.O_RDWR | constants.O_CREAT)
  let there = offset
  try {
    for await (const chunk of body) {
      signal?.throwIfAborted()
      if (there + chunk.length > size) throw new WrongSizeError(`more than ${size} bytes`)
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

async function write(
  draft: string,
  body: ByteSource,
  { size, signal }: { size: number; signal?: AbortSignal | undefined },
) {
  const file = await open(draft, 'wx')
  try {
    let written = 0
    for await (const chunk of body) {
      signal?.throwIfAborted()
      written += chunk.length
      if (written > size) throw new WrongSizeError(`more than ${size} bytes`)
      await file.writeFile(chunk)
    }
    signal?.throwIfAborted()
    if (written < size) throw new WrongSizeError(`${written} bytes instead of ${size}`)
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
