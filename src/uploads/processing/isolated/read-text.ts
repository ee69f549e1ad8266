import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toWebVtt, detectTextType, type TextFile } from '../inspect-text.ts'

/** Returns the type of the file `text`; writes converted captions to the file `captions`. */
export async function run(file: TextFile, folder: string) {
  const bytes = await readFile(join(folder, 'text'))
  const type = detectTextType(bytes, file)
  const captions = type === 'text/vtt' ? toWebVtt(bytes) : null
  if (captions) await writeFile(join(folder, 'captions'), captions)
  return { type, hasCaptions: captions !== null }
}
