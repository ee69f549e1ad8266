import type { BodyOf, KeyOf } from '../questions/index.ts'
import { indexOfSign } from './gift-syntax.ts'
import { htmlFromText } from './plain-text.ts'
import { shareFromPercent } from './shares.ts'

type Gap = BodyOf<'gaps'>['gaps'][number]
type GapKey = KeyOf<'gaps'>['gaps'][string]

/** Characters that a student may type into a gap where a file gives no limit. */
export const gapLength = 100

const gapStart = /\{\d{0,5}:([A-Z_]{1,20}):/y
const listTypes = [
  'MULTICHOICE',
  'MC',
  'MULTICHOICE_V',
  'MCV',
  'MULTICHOICE_H',
  'MCH',
  'MULTICHOICE_S',
  'MCS',
]
const textTypes = ['SHORTANSWER', 'SA', 'MW', 'SHORTANSWER_C', 'SAC', 'MWC']
const caseTypes = ['SHORTANSWER_C', 'SAC', 'MWC']

export interface Cloze {
  text: string
  gaps: Gap[]
  keys: Record<string, GapKey>
  isCaseSensitive: boolean
  hasFeedback: boolean
}

/** Reads gaps such as `{1:MULTICHOICE:=a~b}` of a text; null if a gap is of another kind. */
export function readCloze(source: string, newPartId: () => string): Cloze | null {
  const cloze: Cloze = { text: '', gaps: [], keys: {}, isCaseSensitive: false, hasFeedback: false }
  let at = 0
  for (let start = source.indexOf('{'); start !== -1; start = source.indexOf('{', start + 1)) {
    gapStart.lastIndex = start
    const head = gapStart.exec(source)
    if (!head) continue
    const end = indexOfSign(source, '}', start + head[0].length)
    if (end === -1) break
    const id = newPartId()
    const answers = answersOf(source.slice(start + head[0].length, end))
    if (!addGap(cloze, { id, type: head[1]!, answers }, newPartId)) return null
    cloze.text += `${source.slice(at, start)}[[${id}]]`
    at = end + 1
    start = end
  }
  cloze.text += source.slice(at)
  return cloze
}

interface Answer {
  text: string
  fraction: number | null
  hasFeedback: boolean
}

function answersOf(source: string): Answer[] {
  const parts = source.match(/(?:\\[^]|[^\\~])+/g) ?? []
  return parts.map((part) => {
    const [answer = '', ...feedback] = part.match(/(?:\\[^]|[^\\#])+/g) ?? []
    const [, sign, percent, text = ''] = /^\s*(=)?(?:%(-?[\d.]+)%)?([^]*)$/.exec(answer)!
    return {
      text: text.replace(/\\([^])/g, '$1').trim(),
      fraction: percent === undefined ? (sign ? 1 : 0) : shareFromPercent(percent),
      hasFeedback: feedback.join('').trim() !== '',
    }
  })
}

function addGap(cloze: Cloze, gap: { id: string; type: string; answers: Answer[] }, newPartId: () => string) {
  const { id, type, answers } = gap
  if (answers.some(({ fraction }) => fraction === null)) return false
  cloze.hasFeedback ||= answers.some(({ hasFeedback }) => hasFeedback)
  if (listTypes.includes(type)) {
    const options = answers.map(({ text }) => ({ id: newPartId(), text: htmlFromText(text) }))
    const right = answers.findIndex(({ fraction }) => fraction === 1)
    cloze.gaps.push({ id, kind: 'list', options })
    cloze.keys[id] = { kind: 'list', correct: options[right]?.id ?? '' }
    return right !== -1
  }
  if (!textTypes.includes(type)) return false
  cloze.isCaseSensitive ||= caseTypes.includes(type)
  const accepted = answers
    .filter(({ fraction }) => fraction! > 0)
    .map(({ text, fraction }) => ({ text, fraction: fraction! }))
  cloze.gaps.push({ id, kind: 'text', max_length: gapLength })
  cloze.keys[id] = { kind: 'text', accepted }
  return accepted.length > 0
}

const escape = (text: string) => text.replace(/[\\}~#="/]/g, '\\$&')

/** A gap in the text of a question; `plain` gives the text of an option. */
export function writeGap(gap: Gap, key: GapKey, { isCaseSensitive, plain, percent }: Writing) {
  if (gap.kind === 'list') {
    const { correct } = key as Extract<GapKey, { kind: 'list' }>
    const options = gap.options.map(({ id, text }) => `${id === correct ? '=' : ''}${escape(plain(text))}`)
    return `{1:MULTICHOICE:${options.join('~')}}`
  }
  const { accepted } = key as Extract<GapKey, { kind: 'text' }>
  const answers = accepted.map(
    ({ text, fraction }) => `${fraction === 1 ? '=' : `%${percent(fraction)}%`}${escape(text)}`,
  )
  return `{1:SHORTANSWER${isCaseSensitive ? '_C' : ''}:${answers.join('~')}}`
}

interface Writing {
  isCaseSensitive: boolean
  plain: (html: string) => string
  percent: (share: number) => string
}
