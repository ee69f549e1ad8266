import type { BodyOf, KeyOf } from '#lib/questions/index.ts'
import { newPartId } from '../blank-questions.ts'

interface Gaps {
  gaps: BodyOf<'gaps'>['gaps']
  answers: KeyOf<'gaps'>['gaps']
}

/** Maximum number of gaps in a text. */
export const maxGaps = 40

/** The text as authors write it: gaps by their number, `[[1]]`, instead of by their id. */
export const withNumbers = (text: string, gaps: Gaps['gaps']) =>
  text.replace(/\[\[([a-z0-9]{6,12})\]\]/g, (whole, id: string) => {
    const at = gaps.findIndex((gap) => gap.id === id)
    return at < 0 ? whole : `[[${at + 1}]]`
  })

/** A new gap for a typed answer. */
export function newGap(): { gap: Gaps['gaps'][number]; answer: Gaps['answers'][string] } {
  return {
    gap: { id: newPartId(), kind: 'text', max_length: 100 },
    answer: { kind: 'text', accepted: [{ text: '', fraction: 1 }] },
  }
}

/** The stored text, with a new gap for each next number that the author wrote. */
export function withIds(text: string, { gaps, answers }: Gaps): Gaps & { text: string } {
  const all = { gaps: [...gaps], answers: { ...answers } }
  while (all.gaps.length < maxGaps && text.includes(`[[${all.gaps.length + 1}]]`)) {
    const { gap, answer } = newGap()
    all.gaps.push(gap)
    all.answers[gap.id] = answer
  }
  const stored = text.replace(/\[\[(\d{1,2})\]\]/g, (whole, number: string) => {
    const gap = all.gaps[Number(number) - 1]
    return gap ? `[[${gap.id}]]` : whole
  })
  return { ...all, text: stored }
}

/** The text with a gap at its end, within the last paragraph. */
export const withGapAtEnd = (text: string, id: string) =>
  text.endsWith('</p>') ? `${text.slice(0, -4)} [[${id}]]</p>` : `${text}<p>[[${id}]]</p>`

/** The text without a gap. */
export const withoutGap = (text: string, id: string) => text.replaceAll(`[[${id}]]`, '')
