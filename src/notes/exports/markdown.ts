import type { TextRun } from '#platform/pdf/text-run.ts'
import type { RichTextBlock } from './rich-blocks.ts'
import type { NotesDocument, ExportedNote } from './build-notes-document.ts'

/** Returns all notes as one Markdown text. */
export function notesToMarkdown({ title, about, courses }: NotesDocument): string {
  const parts = [`# ${line(title)}`, escaped(about)]
  for (const course of courses) {
    parts.push(`## ${line(course.name)}`)
    for (const content of course.contents) {
      parts.push(`### ${line(content.title)}`)
      for (const note of content.notes) parts.push(markdownOfNote(note))
    }
  }
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

function markdownOfNote({ mark, written, url, quote, blocks }: ExportedNote) {
  const head = mark ? (url ? `[**${mark}**](${url})` : `**${mark}**`) : ''
  const when = `*${escaped(written)}*`
  const parts = [head ? `${head} · ${when}` : url ? `${when} · <${url}>` : when]
  if (quote) parts.push(quotedBy(1, escaped(quote)))
  let before: RichTextBlock | undefined
  for (const block of blocks) {
    const text = quotedBy(block.quoted, markdownOfBlock(block))
    if (before && before.quoted === block.quoted && isClose(before, block))
      parts.push(`${parts.pop()!}\n${text}`)
    else if (before && block.quoted > 0 && before.quoted > 0) parts.push(`${parts.pop()!}\n>\n${text}`)
    else parts.push(text)
    before = block
  }
  return parts.join('\n\n')
}

/** No blank line between list items or lines of code. */
const isClose = (before: RichTextBlock, { kind }: RichTextBlock) =>
  before.kind === kind && (kind === 'item' || kind === 'code')

function markdownOfBlock({ kind, level, marker, runs }: RichTextBlock): string {
  if (kind === 'rule') return '---'
  if (kind === 'code') return fenced(runs.map(({ text }) => text).join(''))
  const text = runs.map(markdownOfRun).join('')
  // One level below the headings of course and content.
  if (kind === 'heading') return `${'#'.repeat(Math.min(6, level + 2))} ${text.replaceAll('\n', ' ')}`
  if (kind === 'item') {
    const indent = '    '.repeat(level - 1)
    return indent + (marker ? `${marker === '•' ? '-' : marker} ${text}` : `  ${text}`)
  }
  return text.replaceAll('\n', '  \n')
}

function fenced(code: string) {
  const longest = Math.max(2, ...Array.from(code.matchAll(/`+/g), ([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${code.replace(/\n$/, '')}\n${fence}`
}

function markdownOfRun({ text, bold, italic, code, struck, href }: TextRun): string {
  const words = text.trim()
  if (words === '') return text
  const start = text.indexOf(words)
  const [before, after] = [text.slice(0, start), text.slice(start + words.length)]
  let shown = code ? ticked(words) : escaped(words)
  if (struck) shown = `~~${shown}~~`
  if (italic) shown = `*${shown}*`
  if (bold) shown = `**${shown}**`
  if (href)
    shown = `[${shown}](${href.replace(/[()\s<>]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)})`
  return before + shown + after
}

function ticked(code: string) {
  const longest = Math.max(0, ...Array.from(code.matchAll(/`+/g), ([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return longest > 0 ? `${fence} ${code} ${fence}` : `${fence}${code}${fence}`
}

/** Escapes characters with a meaning in Markdown. */
const escaped = (text: string) =>
  text
    .replace(/[\\`*_{}[\]<>~]/g, '\\$&')
    .replace(/^([ \t]*)([#+-]|\d+[.)])(?=\s|$)/gm, (_all, space: string, sign: string) =>
      /\d/.test(sign) ? `${space}${sign.slice(0, -1)}\\${sign.at(-1)}` : `${space}\\${sign}`,
    )
    .replace(/&(?=[#\w]+;)/g, '\\&')

const line = (text: string) => escaped(text.replace(/\s+/g, ' ').trim())

const quotedBy = (depth: number, text: string) =>
  depth === 0 ? text : text.replace(/^/gm, '> '.repeat(depth))
