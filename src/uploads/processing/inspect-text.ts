import { isUtf8 } from 'node:buffer'
import { decodeTable } from '#lib/csv/decode.ts'
import type { FileFamily } from '../purposes.ts'

export interface TextFile {
  family: FileFamily
  file_name: string
}

/** The type of a file without signature: captions, text, or markup for download; undefined for binary data. */
export function detectTextType(bytes: Uint8Array, { family, file_name }: TextFile): string | undefined {
  if (family === 'table') return decodeTable(bytes) ? 'text/csv' : undefined
  const text = decodeText(bytes)
  if (text === undefined) return undefined
  if (family === 'caption') return isVtt(text) || isSrt(text) ? 'text/vtt' : undefined
  if (isMarkup(text, file_name)) return 'application/octet-stream'
  const ending = /\.([^.]+)$/.exec(file_name)?.[1]?.toLowerCase()
  return ending === 'csv' ? 'text/csv' : ending === 'md' ? 'text/markdown' : 'text/plain'
}

/** Control characters except white space, and the range U+0080 to U+009F: they do not occur in text. */
const binary = /[\p{Cc}--[\s\u{80}-\u{9f}]]/v

/** Decodes UTF-8 or Windows-1252; undefined if the bytes are not text. */
export function decodeText(bytes: Uint8Array): string | undefined {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    text = new TextDecoder('windows-1252').decode(bytes)
  }
  return text.trim() === '' || binary.test(text) ? undefined : text
}

/** Whether a sniffing browser could take a text for a page, an image or a document with scripts. */
function isMarkup(text: string, file_name: string) {
  return (
    /^\s*</.test(text) ||
    /<(?:!doctype|html|script|svg|body|iframe|xml)\b/i.test(text.slice(0, 4096)) ||
    /\.(?:x?html?|svgz?|xml|xsl|mht(?:ml)?|hta)$/i.test(file_name)
  )
}

const isVtt = (text: string) => /^WEBVTT(?:[ \t\r\n]|$)/.test(text)

const srtTime = /^(?:\d{1,2}:)?\d{1,2}:\d{2}[,.]\d{1,3} +--> +(?:\d{1,2}:)?\d{1,2}:\d{2}[,.]\d{1,3}/m
const isSrt = (text: string) => /^\s*\d+\s*\r?\n/.test(text) && srtTime.test(text)

/** Start of a line with the times of a caption. Only these lines are split: a text may have arrows on each line. */
const startOfTimes = /^\s*\d[\d:,.]*\s+-->/

const timeInLine = /(?<hours>\d{1,2}:)?(?<minutes>\d{1,2}):(?<seconds>\d{2})[,.](?<fraction>\d{1,3})/

/** Converts captions to WebVTT for browsers; null if they are WebVTT already. */
export function toWebVtt(bytes: Uint8Array): Buffer | null {
  const text = decodeText(bytes) ?? ''
  // Browsers read captions as UTF-8 only.
  if (isVtt(text)) return isUtf8(bytes) ? null : Buffer.from(text)
  const lines = text.replace(/^\s+/, '').split(/\r?\n/)
  const cues = lines.map((line) =>
    startOfTimes.test(line) ? line.split(/(\s+)/).map(vttTime).join('') : line,
  )
  return Buffer.from(`WEBVTT\n\n${cues.join('\n').trimEnd()}\n`)
}

function vttTime(word: string) {
  const { hours = '00:', minutes = '', seconds, fraction = '' } = timeInLine.exec(word)?.groups ?? {}
  return minutes
    ? `${hours.padStart(3, '0')}${minutes.padStart(2, '0')}:${seconds}.${fraction.padEnd(3, '0')}`
    : word
}
