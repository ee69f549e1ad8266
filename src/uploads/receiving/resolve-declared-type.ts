import type { FileFamily } from '../purposes.ts'
import { contentTypes } from '../content-types.ts'

/** Types that browsers announce under another name than the detected one. */
const typeAliases: Record<string, string> = {
  'image/jpg': 'image/jpeg',
  'audio/mp3': 'audio/mpeg',
  'audio/x-wav': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/webm': 'video/webm',
  'audio/m4a': 'audio/x-m4a',
  'application/x-zip-compressed': 'application/zip',
  'text/rtf': 'application/rtf',
  'application/msword': 'application/x-cfb',
  'application/vnd.ms-excel': 'application/x-cfb',
  'application/vnd.ms-powerpoint': 'application/x-cfb',
  'application/x-subrip': 'text/vtt',
  'text/srt': 'text/vtt',
}

const typeOfEnding = new Map<string, string>()
for (const [type, { extensions }] of Object.entries(contentTypes))
  for (const ending of extensions) if (!typeOfEnding.has(ending)) typeOfEnding.set(ending, type)
typeOfEnding
  .set('srt', 'text/vtt')
  .set('csv', 'text/csv')
  .set('tsv', 'text/csv')
  .set('txt', 'text/plain')
  .set('md', 'text/markdown')

/**
 * Content type for the upload: an early check that catches honest mistakes; the bytes decide later. Undefined if
 * neither the announced type nor the extension fits the purpose.
 */
export function resolveDeclaredType(
  { file_name, content_type = '' }: { file_name: string; content_type?: string },
  family: FileFamily,
) {
  const announced = content_type.split(';')[0]!.trim().toLowerCase()
  const ending = /\.([^.]+)$/.exec(file_name)?.[1]?.toLowerCase() ?? ''
  const candidates = [announced, typeAliases[announced], typeOfEnding.get(ending)]
  const fitting = candidates.find((type) => type && contentTypes[type]?.families.includes(family))
  if (fitting) return announced && isHeaderSafe(announced) ? announced : fitting
  // Any other text, such as source code, may be offered as a file.
  return family === 'document' &&
    /^(text\/|application\/(json|xml|javascript|x-)|image\/svg)|^$/.test(announced)
    ? 'application/octet-stream'
    : undefined
}

const isHeaderSafe = (type: string) => /^[a-z0-9.+-]{1,60}\/[a-z0-9.+-]{1,80}$/.test(type)
