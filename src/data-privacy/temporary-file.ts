import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '#platform/security/tokens.ts'

const forgottenAfter = 86_400_000

/**
 * Calls `work` with the name of a temporary file, and deletes the file afterwards. Files of crashed processes are
 * deleted a day later, by the next call.
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
