import { decodeTable } from '#lib/csv/decode.ts'
import * as formats from '#lib/question-formats/index.ts'
import type { ExportedFile, FileQuestion, ImportedFile } from '#lib/question-formats/index.ts'

interface FileFormat {
  read: (text: string, newPartId: () => string) => ImportedFile
  write: (questions: readonly FileQuestion[]) => ExportedFile
  extension: string
  mediaType: string
}

/** Formats of files of questions, the usual one first. */
export const fileFormats = {
  moodle_xml: {
    read: formats.readMoodleXml,
    write: formats.writeMoodleXml,
    extension: 'xml',
    mediaType: 'application/xml',
  },
  gift: { read: formats.readGift, write: formats.writeGift, extension: 'gift', mediaType: 'text/plain' },
  aiken: { read: formats.readAiken, write: formats.writeAiken, extension: 'txt', mediaType: 'text/plain' },
  csv: {
    read: formats.readQuestionCsv,
    write: formats.writeQuestionCsv,
    extension: 'csv',
    mediaType: 'text/csv',
  },
} satisfies Record<string, FileFormat>

export type FormatName = keyof typeof fileFormats
export const formatNames = Object.keys(fileFormats) as FormatName[]

/** Bytes of the largest file that the browser reads. */
export const maxFileBytes = 20_000_000

/** A file as text with its probable format; null if it is not text. */
export async function readTextFile(file: File): Promise<{ text: string; format: FormatName } | null> {
  const decoded = decodeTable(new Uint8Array(await file.arrayBuffer()))
  return decoded ? { text: decoded.text, format: guessFormat(file.name, decoded.text) } : null
}

/** Name of the format of a file, by its name, else by its text. */
export function guessFormat(name: string, text: string): FormatName {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  if (extension === 'csv') return 'csv'
  if (extension === 'gift') return 'gift'
  if (extension === 'xml' || /^\uFEFF?\s*<(?:\?xml|quiz)\b/.test(text)) return 'moodle_xml'
  return /^[ \t]{0,20}ANSWER:[ \t]{0,20}[A-Z]/im.test(text) ? 'aiken' : 'gift'
}

const signs = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** A random id of a part of a question. */
export function newPartId() {
  const numbers = crypto.getRandomValues(new Uint32Array(10))
  return Array.from(numbers, (number) => signs[number % signs.length]).join('')
}
