/** A block of a file in the format GIFT: what stands between blank lines. */
export interface GiftBlock {
  line: number
  /** Lines without comments. */
  text: string
  tags: string[]
}

/** Tags of a comment: `[tag:name]`, in which `\\]` is a bracket. */
function tagsIn(comment: string) {
  const tags: string[] = []
  for (const part of comment.split('[tag:').slice(1)) {
    const end = indexOfSign(part, ']')
    if (end !== -1) tags.push(part.slice(0, end).replaceAll('\\]', ']'))
  }
  return tags
}

/** Splits a file at its blank lines. Comments begin with `//` and may name tags. */
export function* giftBlocks(file: string): Generator<GiftBlock> {
  let block: GiftBlock | null = null
  const lines = file.split('\n')
  for (const [at, line] of lines.entries()) {
    const trimmed = line.trim()
    if (trimmed === '') {
      if (block && block.text !== '') yield block
      // Comments stand above their question, sometimes with a blank line between.
      if (block?.text !== '') block = null
      continue
    }
    block ??= { line: at + 1, text: '', tags: [] }
    if (trimmed.startsWith('//')) {
      block.tags.push(...tagsIn(trimmed))
      continue
    }
    if (block.text === '') block.line = at + 1
    block.text += block.text === '' ? line : `\n${line}`
    if (trimmed.startsWith('$CATEGORY:')) {
      yield block
      block = null
    }
  }
  if (block && block.text !== '') yield block
}

/** Position of the first character of `signs` at or behind `from` that no backslash escapes; -1 if there is none. */
export function indexOfSign(text: string, signs: string, from = 0) {
  for (let at = from; at < text.length; at += 1)
    if (text[at] === '\\') at += 1
    else if (signs.includes(text[at]!)) return at
  return -1
}

/** The text without the backslashes of its escapes. */
export const unescapeGift = (text: string) =>
  text.replace(/\\([\\~=#{}:n])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign)).trim()

/** The text with a backslash before each sign of the format. */
export const escapeGift = (text: string) =>
  text
    .trim()
    .replace(/[\\~=#{}:]/g, '\\$&')
    .replaceAll('\n', '\\n')

/** An answer: `=%50%text#feedback`, still escaped. */
export interface GiftAnswer {
  sign: '=' | '~'
  /** Percentage as written; null without one. */
  percent: string | null
  text: string
  feedback: string
}

/** Splits answers at their signs; null if something stands before the first sign. */
export function giftAnswers(text: string): GiftAnswer[] | null {
  const answers: GiftAnswer[] = []
  let at = indexOfSign(text, '=~')
  if (text.slice(0, Math.max(at, 0)).trim() !== '' || at === -1) return null
  while (at !== -1) {
    const next = indexOfSign(text, '=~', at + 1)
    answers.push(answerOf(text.slice(at, next === -1 ? text.length : next)))
    at = next
  }
  return answers
}

function answerOf(text: string): GiftAnswer {
  const hash = indexOfSign(text, '#', 1)
  const feedback = hash === -1 ? '' : text.slice(hash + 1)
  const answer = text.slice(1, hash === -1 ? text.length : hash).trim()
  const percent = /^%(-?[\d.]+)%/.exec(answer)
  return {
    sign: text[0] as '=' | '~',
    percent: percent ? percent[1]! : null,
    text: percent ? answer.slice(percent[0].length) : answer,
    feedback,
  }
}
