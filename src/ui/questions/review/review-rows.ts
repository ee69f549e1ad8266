import type { AnswerOf, BodyOf, KeyOf, QuestionType, SimpleType } from './review-types.ts'
import type { Variables } from '#lib/questions/index.ts'
import { rightAnswer } from '#lib/questions/right-answer.ts'
import { cellOf } from '../inputs/image-point.ts'

/** A value in a review: plain text, or sanitised HTML. */
export type ReviewValue = { text: string } | { html: string }

/** One part of a question: what the student gave, and what is right if that is released. */
export interface ReviewRow {
  /** The prompt, gap or row; null if the question has one part. */
  label: ReviewValue | null
  given: ReviewValue[]
  /** null: not released, or there is no single right answer. */
  right: ReviewValue[] | null
  /** null: not released, or a person decides. */
  isRight: boolean | null
}

interface Question<T extends QuestionType> {
  body: BodyOf<T>
  answer: AnswerOf<T> | null
  key: KeyOf<T> | null
  /** Values of a calculated question. */
  variables?: Variables
  /** «Gap 2», «True», «Spot 3» in the language of the reader. */
  words: ReviewWords
}

export interface ReviewWords {
  gap: (number: number) => string
  spot: (number: number) => string
  boolean: (value: boolean) => string
}

type Part = { id: string; text: string }

const text = (value: string): ReviewValue => ({ text: value })
const htmlOf = (parts: readonly Part[], ids: readonly string[]): ReviewValue[] =>
  ids.flatMap((id) => parts.filter((part) => part.id === id).map((part) => ({ html: part.text })))
const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((id) => other.includes(id))
const filled = (value: string) => (value.trim() === '' ? [] : [text(value)])

/** One row for each prompt of a question with pairs. */
function pairRows(
  prompts: readonly { id: string; label: ReviewValue }[],
  choices: readonly Part[],
  { given, right }: { given: Record<string, string>; right: Record<string, string> | null },
): ReviewRow[] {
  return prompts.map(({ id, label }) => ({
    label,
    given: htmlOf(choices, given[id] ? [given[id]] : []),
    right: right && htmlOf(choices, right[id] ? [right[id]] : []),
    isRight: right && (given[id] ?? '') === (right[id] ?? ''),
  }))
}

const one = (row: Omit<ReviewRow, 'label'>): ReviewRow[] => [{ label: null, ...row }]
const onlyGiven = (given: ReviewValue[]) => one({ given, right: null, isRight: null })

const fullFraction = (fractions: Record<string, number>) =>
  Object.keys(fractions).filter((id) => fractions[id] === Math.max(...Object.values(fractions)))

/** Right answers among texts or numbers, best first; at most three are shown. */
const best = <A extends { fraction: number }>(accepted: readonly A[], textOf: (one: A) => string) =>
  accepted
    .filter(({ fraction }) => fraction === 1)
    .slice(0, 3)
    .map((each) => text(textOf(each)))

const numeric = ({
  answer,
  key,
}: {
  answer: { text: string; unit: string } | null
  key: KeyOf<'number'> | null
}) =>
  one({
    given: filled(`${answer?.text ?? ''} ${answer?.unit ?? ''}`.trim()),
    right: key && best(key.accepted, ({ value, unit }) => `${value} ${unit}`.trim()),
    isRight: null,
  })

const htmlParts = (parts: readonly Part[]) => parts.map(({ id, text: html }) => ({ id, label: { html } }))

const builders: { [T in SimpleType]: (question: Question<T>) => ReviewRow[] } = {
  single_choice({ body, answer, key }) {
    const right = key && fullFraction(key.fractions)
    const given = answer?.selected ? [answer.selected] : []
    return one({
      given: htmlOf(body.options, given),
      right: right && htmlOf(body.options, right),
      isRight: right && given.some((id) => right.includes(id)),
    })
  },
  multiple_choice: ({ body, answer, key }) =>
    one({
      given: htmlOf(body.options, answer?.selected ?? []),
      right: key && htmlOf(body.options, key.correct),
      isRight: key && isSame(answer?.selected ?? [], key.correct),
    }),
  true_false: ({ answer, key, words }) =>
    one({
      given: answer === null || answer.value === null ? [] : [text(words.boolean(answer.value))],
      right: key && [text(words.boolean(key.correct))],
      isRight: key && answer?.value === key.correct,
    }),
  short_text: ({ answer, key }) =>
    one({
      given: filled(answer?.text ?? ''),
      right: key && best(key.accepted, (accepted) => accepted.text),
      isRight: null,
    }),
  number: numeric,
  calculated({ body, answer, key, variables }) {
    const right = key && rightAnswer(body, key, variables)
    return one({
      given: filled(`${answer?.text ?? ''} ${answer?.unit ?? ''}`.trim()),
      right: right?.type === 'calculated' ? [text(`${right.text} ${right.unit}`.trim())] : null,
      isRight: null,
    })
  },
  essay: ({ body, answer }) =>
    onlyGiven(answer?.text ? [body.is_rich ? { html: answer.text } : text(answer.text)] : []),
  file_upload: () => [],
  recording: () => [],
  matching: ({ body, answer, key }) =>
    pairRows(htmlParts(body.prompts), body.choices, { given: answer?.pairs ?? {}, right: key && key.pairs }),
  categorise: ({ body, answer, key }) =>
    pairRows(htmlParts(body.items), body.categories, { given: answer?.pairs ?? {}, right: key && key.pairs }),
  labelling: ({ body, answer, key, words }) =>
    pairRows(
      body.spots.map(({ id }, index) => ({ id, label: text(words.spot(index + 1)) })),
      body.labels,
      { given: answer?.pairs ?? {}, right: key && key.pairs },
    ),
  ordering: ({ body, answer, key }) =>
    one({
      given: htmlOf(body.items, answer?.order ?? []),
      right: key && htmlOf(body.items, key.order),
      isRight: key && key.order.join() === (answer?.order ?? []).join(),
    }),
  gaps: ({ body, answer, key, words }) =>
    body.gaps.map((gap, index) =>
      gapRow(gap, { words: words.gap(index + 1), given: answer?.gaps[gap.id], key }),
    ),
  hotspot: ({ body, answer, key }) => {
    const names = body.regions.map(({ id, name }) => ({ id, name }))
    const named = (ids: readonly string[]) =>
      names.filter(({ id }) => ids.includes(id)).map(({ name }) => text(name))
    if (body.mode === 'points') return onlyGiven((answer?.points ?? []).map((point) => text(cellOf(point))))
    const right = key && key.correct
    return one({
      given: named(answer?.selected ?? []),
      right: right && named(right),
      isRight: right && isSame(answer?.selected ?? [], right),
    })
  },
  matrix: ({ body, answer, key }) =>
    body.rows.map(({ id, text: html }) => {
      const given = answer?.rows[id] ?? []
      const right = key && (key.rows[id] ?? [])
      return {
        label: { html },
        given: htmlOf(body.columns, given),
        right: right && htmlOf(body.columns, right),
        isRight: right && isSame(given, right),
      }
    }),
  slider: ({ body, answer, key }) =>
    one({
      given: filled(answer?.value ? `${answer.value} ${body.unit}`.trim() : ''),
      right: key && [text(`${key.value} ${body.unit}`.trim())],
      isRight: null,
    }),
  code: ({ answer }) => onlyGiven(filled(answer?.code ?? '')),
}

function gapRow(
  gap: BodyOf<'gaps'>['gaps'][number],
  { words, given = '', key }: { words: string; given: string | undefined; key: KeyOf<'gaps'> | null },
): ReviewRow {
  const keyOfGap = key?.gaps[gap.id]
  const row = { label: text(words), isRight: null }
  if (gap.kind === 'list') {
    const right = keyOfGap?.kind === 'list' ? [keyOfGap.correct] : null
    return {
      label: text(words),
      given: htmlOf(gap.options, [given]),
      right: right && htmlOf(gap.options, right),
      isRight: right && right.includes(given),
    }
  }
  const right = keyOfGap?.kind === 'text' ? best(keyOfGap.accepted, (accepted) => accepted.text) : null
  return { ...row, given: filled(given), right }
}

/** What a review of one question shows, part by part. Texts and numbers are judged by the grader only. */
export function reviewRows<T extends SimpleType>(type: T, question: Question<T>): ReviewRow[] {
  return builders[type](question)
}
