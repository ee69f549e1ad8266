import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '#platform/security/tokens.ts'

const forgottenAfter = 86_400_000

/**
 * Lends a name for a file on this machine's disk, and removes it afterwards. What a process that died left behind goes
 * a day later, with the next one that is lent.
 */
export async function withTemporaryFile<T>(dataDir: string, work: (path: string) => Promise<T>): Promise<T> {
  const folder = join(dataDir, 'drafts')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await dropForgotten(folder)
  const path = join(folder, newId())
  try {
    return await work(path)
  } finally {
    await rm(path, { force: true })
  }
}

async function dropForgotten(folder: string) {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found && Date.now() - found.mtimeMs > forgottenAfter) await rm(path, { force: true, recursive: true })
  }
}
