import { decodeTable } from '#lib/csv/decode.ts'
import * as formats from '#lib/question-formats/index.ts'
import type { Drop, FileQuestion, ImportedFile, ImportedPackage } from '#lib/question-formats/index.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** A file as the author chose it; `text` is null for an archive. */
export interface FileContent {
  bytes: Bytes
  text: string | null
}

const ofText = (read: (text: string, newPartId: () => string) => ImportedFile) => {
  return async ({ text }: FileContent): Promise<ImportedPackage> => ({
    ...read(text ?? '', newPartId),
    images: [],
  })
}

/** Readers of files, the usual one first. */
const readers = {
  moodle_xml: ofText(formats.readMoodleXml),
  gift: ofText(formats.readGift),
  aiken: ofText(formats.readAiken),
  csv: ofText(formats.readQuestionCsv),
  qti: ({ bytes }: FileContent) =>
    formats.readQti(bytes, { newPartId, newImageId: () => crypto.randomUUID() }),
}

export type ImportFormat = keyof typeof readers
export const importFormats = Object.keys(readers) as ImportFormat[]
/** Reads the questions of a file in a format. */
export const readFileAs = (format: ImportFormat, content: FileContent) => readers[format](content)

export interface ExportFormat {
  write: (
    questions: readonly FileQuestion[],
    images: ReadonlyMap<string, Bytes>,
  ) => Promise<{ content: BlobPart; dropped: Drop[] }>
  extension: string
  mediaType: string
  /** Whether the file contains images. */
  hasImages?: boolean
}

const asText = (write: (questions: readonly FileQuestion[]) => formats.ExportedFile) => {
  return async (questions: readonly FileQuestion[]) => {
    const { text, dropped } = write(questions)
    return { content: text, dropped }
  }
}

const asPackage = (version: '2.2' | '3.0'): ExportFormat => ({
  async write(questions, images) {
    const { bytes, dropped } = await formats.writeQti(questions, version, images)
    return { content: bytes, dropped }
  },
  extension: 'zip',
  mediaType: 'application/zip',
  hasImages: true,
})

/** Formats that a bank is saved in, the usual one first. */
export const exportFormats = {
  moodle_xml: { write: asText(formats.writeMoodleXml), extension: 'xml', mediaType: 'application/xml' },
  qti_3_0: asPackage('3.0'),
  qti_2_2: asPackage('2.2'),
  gift: { write: asText(formats.writeGift), extension: 'gift', mediaType: 'text/plain' },
  aiken: { write: asText(formats.writeAiken), extension: 'txt', mediaType: 'text/plain' },
  csv: { write: asText(formats.writeQuestionCsv), extension: 'csv', mediaType: 'text/csv' },
} satisfies Record<string, ExportFormat>

export type ExportFormatName = keyof typeof exportFormats
export const exportFormatNames = Object.keys(exportFormats) as ExportFormatName[]

/** Bytes of the largest file that the browser reads. */
export const maxFileBytes = 20_000_000

/** A chosen file with its probable format; null if it is neither text nor an archive. */
export async function readFileContent(
  file: File,
): Promise<{ content: FileContent; format: ImportFormat } | null> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (isArchive(bytes)) return { content: { bytes, text: null }, format: 'qti' }
  const decoded = decodeTable(bytes)
  if (!decoded) return null
  return { content: { bytes, text: decoded.text }, format: guessFormat(file.name, decoded.text) }
}

/** Whether a file begins like a ZIP archive. */
const isArchive = (bytes: Bytes) => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4

/** Name of the format of a file, by its name, else by its text. */
export function guessFormat(name: string, text: string): ImportFormat {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  if (extension === 'csv') return 'csv'
  if (extension === 'gift') return 'gift'
  if (/<(?:assessmentItem|qti-assessment-item)\b/.test(text.slice(0, 5_000))) return 'qti'
  if (extension === 'xml' || /^\uFEFF?\s*<(?:\?xml|quiz)\b/.test(text)) return 'moodle_xml'
  return /^[ \t]{0,20}ANSWER:[ \t]{0,20}[A-Z]/im.test(text) ? 'aiken' : 'gift'
}

const signs = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** A random id of a part of a question. */
function newPartId() {
  const numbers = crypto.getRandomValues(new Uint32Array(10))
  return Array.from(numbers, (number) => signs[number % signs.length]).join('')
}
