import { matchesAccept } from '#ui/form/upload/use-upload.ts'

const megabyte = 1_000_000
const documents =
  '.pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.odt,.ods,.odp,.rtf,.epub,.zip,.txt,.csv,.md,.html,.json,.xml'
const code = '.js,.ts,.py,.java,.c,.cpp,.sql,.css,.ipynb,.r'

/** Accepted files by content type. */
export const mediaRules = {
  video: { purpose: 'course_video', accept: 'video/*,.mp4,.m4v,.webm,.mov,.ogv', maxBytes: 4_000 * megabyte },
  audio: {
    purpose: 'course_audio',
    accept: 'audio/*,.mp3,.m4a,.ogg,.opus,.wav,.flac,.aac',
    maxBytes: 500 * megabyte,
  },
  file: { purpose: 'course_file', accept: `image/*,${documents},${code}`, maxBytes: 500 * megabyte },
} as const

export type MediaType = keyof typeof mediaRules

export const acceptedMediaTypes = Object.values(mediaRules)
  .map(({ accept }) => accept)
  .join()

/** The content type of a file; null if courses do not accept it. */
export function mediaTypeOf(file: Pick<File, 'name' | 'type'>): MediaType | null {
  const types = Object.keys(mediaRules) as MediaType[]
  return types.find((type) => matchesAccept(file, mediaRules[type].accept)) ?? null
}

/** Title from a file name: without extension, separators as spaces. */
export function titleOfFile(name: string): string {
  const plain = name
    .replace(/\.[a-z0-9]{1,8}$/i, '')
    .replaceAll(/[_\s]+/g, ' ')
    .trim()
  return (plain || name).slice(0, 200)
}
