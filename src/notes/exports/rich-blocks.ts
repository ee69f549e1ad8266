import { Parser } from 'htmlparser2'
import type { TextRun } from '#platform/pdf/text-run.ts'

/** A block: paragraph, heading, list item, table row, line of code or rule. */
export interface RichTextBlock {
  kind: 'paragraph' | 'heading' | 'item' | 'code' | 'rule'
  /** Heading: 2–4. List item: depth of its list, from 1. */
  level: number
  /** Marker of a list item, `•` or `3.`; empty for its further paragraphs. */
  marker: string
  /** Number of enclosing quotations. */
  quoted: number
  runs: TextRun[]
}

interface List {
  ordered: boolean
  next: number
}

const looks: Record<string, Partial<TextRun>> = {
  strong: { bold: true },
  th: { bold: true },
  em: { italic: true },
  code: { code: true },
  kbd: { code: true },
  s: { struck: true },
}

/** Parses sanitised rich text into a flat list of blocks, for Markdown and PDF. */
export function parseBlocks(html: string): RichTextBlock[] {
  const reader = createReader()
  const parser = new Parser({
    onopentag: (name, attributes) => reader.open(name, attributes),
    ontext: (text) => reader.text(text),
    onclosetag: (name) => reader.close(name),
  })
  parser.write(html)
  parser.end()
  return reader.blocks()
}

function createReader() {
  const done: RichTextBlock[] = []
  const styles: { name: string; look: Partial<TextRun> }[] = []
  const lists: List[] = []
  let quoted = 0
  let preformatted = 0
  let heading = 0
  let inRow = false
  let marker = ''
  let runs: TextRun[] = []

  /** Ends the current block, if any. */
  function endBlock() {
    const tidied = preformatted > 0 ? runs : trimmed(runs)
    runs = []
    if (tidied.length === 0) return
    const kind = preformatted > 0 ? 'code' : heading > 0 ? 'heading' : lists.length > 0 ? 'item' : 'paragraph'
    const level = kind === 'heading' ? heading : lists.length
    done.push({ kind, level, marker: kind === 'item' ? marker : '', quoted, runs: tidied })
    marker = ''
  }

  function open(name: string, attributes: Record<string, string>) {
    if (isBlock.test(name) && !inRow) endBlock()
    if (name === 'tr') inRow = true
    if (/^h[2-4]$/.test(name)) heading = Number(name[1])
    if (name === 'blockquote') quoted++
    if (name === 'pre') preformatted++
    if (name === 'hr') done.push({ kind: 'rule', level: 0, marker: '', quoted, runs: [] })
    if (name === 'ul' || name === 'ol')
      lists.push({ ordered: name === 'ol', next: Number(attributes.start ?? 1) })
    const list = lists.at(-1)
    if (name === 'li' && list) marker = list.ordered ? `${list.next++}.` : '•'
    if (name === 'br') runs.push({ text: '\n' })
    if (name === 'img') text(attributes.alt ?? '')
    if ((name === 'td' || name === 'th') && runs.length > 0) runs.push({ text: ' | ' })
    const look = name === 'a' && attributes.href ? { href: attributes.href } : (looks[name] ?? {})
    styles.push({ name, look })
  }

  function text(value: string) {
    const shown = preformatted > 0 ? value : value.replace(/\s+/g, ' ')
    if (shown !== '') push({ text: shown, ...Object.assign({}, ...styles.map(({ look }) => look)) })
  }

  /** The parser splits text at entities. */
  function push(run: TextRun) {
    const last = runs.at(-1)
    if (last && sameLook(last, run)) last.text += run.text
    else runs.push(run)
  }

  function close(name: string) {
    styles.splice(
      styles.findLastIndex((style) => style.name === name),
      1,
    )
    if (name === 'tr') inRow = false
    if (isBlock.test(name) && !inRow) endBlock()
    if (/^h[2-4]$/.test(name)) heading = 0
    if (name === 'blockquote') quoted--
    if (name === 'pre') preformatted--
    if (name === 'ul' || name === 'ol') lists.pop()
    if (name === 'li') marker = ''
  }

  const blocks = () => {
    endBlock()
    return done
  }
  return { open, text, close, blocks }
}

const isBlock = /^(?:p|h[2-4]|ul|ol|li|blockquote|pre|hr|figure|figcaption|table|caption|tr)$/

const sameLook = (one: TextRun, other: TextRun) =>
  one.text !== ' | ' && JSON.stringify({ ...one, text: '' }) === JSON.stringify({ ...other, text: '' })

/** Trims runs: at the ends, around line breaks, and double spaces between runs. */
function trimmed(runs: TextRun[]): TextRun[] {
  const stored: TextRun[] = []
  let before = '\n'
  for (const run of runs) {
    const text = /\s$/.test(before) ? run.text.replace(/^ +/, '') : run.text
    if (text === '') continue
    stored.push({ ...run, text })
    before = text
  }
  while (stored.length > 0) {
    const last = stored.at(-1)!
    last.text = last.text.trimEnd()
    if (last.text !== '') break
    stored.pop()
  }
  return stored
}
