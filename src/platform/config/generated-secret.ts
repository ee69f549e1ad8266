import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderError } from './start-error.ts'

/**
 * Returns the generated secret of this installation: created once and stored beside the data. Throws StartError.
 */
export function generatedSecret(dataDir: string): string {
  try {
    return readOrMake(dataDir)
  } catch (error) {
    throw folderError(error, dataDir)
  }
}

function readOrMake(dataDir: string): string {
  const file = join(dataDir, 'secret')
  const draft = `${file}.${process.pid}`
  mkdirSync(dataDir, { recursive: true })
  if (!existsSync(file)) {
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
    try {
      // A link is created atomically: two processes that start together both read the first one's secret.
      linkSync(draft, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      unlinkSync(draft)
    }
  }
  return readFileSync(file, 'utf8').trim()
}
