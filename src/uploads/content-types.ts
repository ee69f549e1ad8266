import type { FileFamily } from './purposes.ts'

/** How a detected type is stored and named. */
interface TypeRule {
  families: FileFamily[]
  /** The stored and served type, if it differs from the detected one. */
  storedType?: string
  extensions: string[]
}

const imageType = (...extensions: string[]): TypeRule => ({
  families: ['image', 'document', 'proof'],
  extensions,
})
const office = (extension: string): TypeRule => ({ families: ['document'], extensions: [extension] })
const ooxml = 'application/vnd.openxmlformats-officedocument'

/** Accepted types by detected signature. All others are refused. */
export const contentTypes: Record<string, TypeRule> = {
  'image/jpeg': imageType('jpg', 'jpeg'),
  'image/png': imageType('png'),
  'image/apng': {
    families: ['image', 'document', 'proof'],
    storedType: 'image/png',
    extensions: ['png', 'apng'],
  },
  'image/webp': imageType('webp'),
  'image/gif': imageType('gif'),
  'image/avif': imageType('avif'),

  'video/mp4': { families: ['video', 'audio'], extensions: ['mp4', 'm4v'] },
  'video/x-m4v': { families: ['video'], storedType: 'video/mp4', extensions: ['m4v', 'mp4'] },
  'video/webm': { families: ['video', 'audio'], extensions: ['webm'] },
  'video/quicktime': { families: ['video'], extensions: ['mov', 'qt'] },
  'video/ogg': { families: ['video'], extensions: ['ogv', 'ogg'] },

  'audio/mpeg': { families: ['audio'], extensions: ['mp3'] },
  'audio/x-m4a': { families: ['audio'], storedType: 'audio/mp4', extensions: ['m4a'] },
  'audio/mp4': { families: ['audio'], extensions: ['m4a', 'mp4'] },
  'audio/ogg': { families: ['audio'], extensions: ['ogg', 'oga', 'opus'] },
  'audio/wav': { families: ['audio'], extensions: ['wav'] },
  'audio/flac': { families: ['audio'], extensions: ['flac'] },
  'audio/x-flac': { families: ['audio'], storedType: 'audio/flac', extensions: ['flac'] },
  'audio/aac': { families: ['audio'], extensions: ['aac'] },

  'application/pdf': { families: ['document', 'proof'], extensions: ['pdf'] },
  'application/zip': { families: ['document', 'archive'], extensions: ['zip'] },
  'application/epub+zip': office('epub'),
  'application/rtf': office('rtf'),
  [`${ooxml}.wordprocessingml.document`]: office('docx'),
  [`${ooxml}.spreadsheetml.sheet`]: { families: ['document', 'table'], extensions: ['xlsx'] },
  [`${ooxml}.presentationml.presentation`]: office('pptx'),
  'application/vnd.oasis.opendocument.text': office('odt'),
  'application/vnd.oasis.opendocument.spreadsheet': office('ods'),
  'application/vnd.oasis.opendocument.presentation': office('odp'),
  // The container of older Office formats, which the bytes alone do not distinguish.
  'application/x-cfb': { families: ['document'], extensions: ['doc', 'xls', 'ppt'] },

  // Text has no signature: see inspect-text.ts. A text may have any extension, such as source code.
  'text/plain': { families: ['document', 'table'], extensions: [] },
  'text/csv': { families: ['document', 'table'], extensions: [] },
  'text/markdown': { families: ['document'], extensions: [] },
  'text/vtt': { families: ['caption'], extensions: ['vtt'] },
  // HTML, SVG and XML: stored for download only, with a type that no browser opens.
  'application/octet-stream': { families: ['document'], extensions: [] },
}

/** Types that a browser may display; all others are downloads. */
export const isInlineDisplayable = (content_type: string, encodedByUs: boolean) =>
  content_type === 'application/pdf' ||
  content_type.startsWith('audio/') ||
  content_type.startsWith('video/') ||
  (encodedByUs && (content_type === 'image/webp' || content_type === 'image/avif'))
