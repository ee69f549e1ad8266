import type { FileFamily } from '../purposes.ts'
import { contentTypes } from '../content-types.ts'

/** Types that browsers announce for what the bytes will call otherwise. */
const alsoKnownAs: Record<string, string> = {
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
 * The type under which the bytes are to be sent: an early answer to honest mistakes. What a file is, its bytes say later.
 * Undefined where neither the announced type nor the name's ending fits the purpose.
 */
export function resolveDeclaredType(
  { file_name, content_type = '' }: { file_name: string; content_type?: string },
  family: FileFamily,
) {
  const announced = content_type.split(';')[0]!.trim().toLowerCase()
  const ending = /\.([^.]+)$/.exec(file_name)?.[1]?.toLowerCase() ?? ''
  const candidates = [announced, alsoKnownAs[announced], typeOfEnding.get(ending)]
  const fitting = candidates.find((type) => type && contentTypes[type]?.families.includes(family))
  if (fitting) return announced && isHeaderSafe(announced) ? announced : fitting
  // Any other text, source code for one, may be handed out as a file.
  return family === 'document' &&
    /^(text\/|application\/(json|xml|javascript|x-)|image\/svg)|^$/.test(announced)
    ? 'application/octet-stream'
    : undefined
}

const isHeaderSafe = (type: string) => /^[a-z0-9.+-]{1,60}\/[a-z0-9.+-]{1,80}$/.test(type)
