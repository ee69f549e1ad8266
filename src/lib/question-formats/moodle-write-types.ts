import type { QuestionBody, QuestionKey } from '../questions/index.ts'
import type { DropCode } from './format-types.ts'
import { shortTextLength } from './gift-read.ts'
import { gapLength, writeGap } from './moodle-cloze.ts'
import { absoluteTolerance, percentOf, sharesOfScoring } from './shares.ts'
import { escapeXml } from './xml-tree.ts'

export interface MoodleWriting {
  losses: Set<DropCode>
  /** An element with HTML. */
  html: (name: string, html: string, attributes?: string) => string
  /** The words of HTML, where the file has no place for more. */
  plain: (html: string) => string
}

type TypeOf<T extends QuestionBody['type']> = {
  body: Extract<QuestionBody, { type: T }>
  key: Extract<QuestionKey, { type: T }>
}
interface Written {
  /** Type of the file. */
  type: string
  /** Text of the question, if it differs from the body's. */
  text?: string
  elements: string[]
}
type Writers = { [T in QuestionBody['type']]?: (question: TypeOf<T>, writing: MoodleWriting) => Written }

const element = (name: string, value: string | number) => `<${name}>${escapeXml(String(value))}</${name}>`
const fraction = (share: number) => ` fraction="${percentOf(share)}"`
const plainAnswer = (text: string, share: number, more = '') =>
  `<answer${fraction(share)} format="plain_text"><text>${escapeXml(text)}</text>${more}</answer>`

/** Writers of the types that the format has. */
export const moodleWriters: Writers = {
  information: () => ({ type: 'description', elements: [] }),
  single_choice: ({ body, key }, writing) => ({
    type: 'multichoice',
    elements: [
      element('single', 'true'),
      ...choiceElements(body, { shareOf: (id) => key.fractions[id] ?? 0, key, writing }),
    ],
  }),
  multiple_choice({ body, key }, writing) {
    const { shareOf, isExact } = sharesOfScoring(body.options.length, key)
    if (!isExact) writing.losses.add('settings')
    return {
      type: 'multichoice',
      elements: [element('single', 'false'), ...choiceElements(body, { shareOf, key, writing })],
    }
  },
  true_false({ key }, { html }) {
    const { correct, incorrect } = key.feedback
    const answer = (isTrue: boolean) =>
      plainAnswer(
        String(isTrue),
        isTrue === key.correct ? 1 : 0,
        html('feedback', isTrue === key.correct ? correct : incorrect),
      )
    return { type: 'truefalse', elements: [answer(true), answer(false)] }
  },
  short_text({ body, key }, { losses }) {
    if (body.max_length !== shortTextLength || key.are_accents_ignored) losses.add('settings')
    return {
      type: 'shortanswer',
      elements: [
        element('usecase', key.is_case_sensitive ? 1 : 0),
        ...key.accepted.map(({ text, fraction: share }) => plainAnswer(text, share)),
      ],
    }
  },
  number({ body, key }, { losses }) {
    const answers = key.accepted.map((accepted) => {
      if (accepted.tolerance_kind === 'relative') losses.add('settings')
      const tolerance = element('tolerance', absoluteTolerance(accepted) ?? 0)
      return plainAnswer(accepted.value, accepted.fraction, tolerance)
    })
    const [unit = '', ...others] = new Set(key.accepted.map((accepted) => accepted.unit))
    if (others.length > 0) losses.add('units')
    return { type: 'numerical', elements: [...answers, ...unitElements(body, { ...key, unit }, losses)] }
  },
  calculated({ body, key }, { losses }) {
    const variables = key.variables.map(({ name }) => name)
    if (key.variables.some(({ step }) => step !== undefined)) losses.add('settings')
    // Every word of the formula that is a variable is one of the file.
    const formula = key.formula.replace(/[a-z][a-z0-9_]*/g, (word) =>
      variables.includes(word) ? `{${word}}` : word,
    )
    const kind = key.tolerance_kind === 'absolute' ? 2 : 1
    const tolerance = element('tolerance', key.tolerance) + element('tolerancetype', kind)
    const text = (name: string, value: string) => `<${name}><text>${escapeXml(value)}</text></${name}>`
    const data = key.variables.map(
      ({ name, minimum, maximum, decimals }) =>
        `<dataset_definition>${text('name', name)}<type>calculated</type>${text('distribution', 'uniform')}` +
        `${text('minimum', minimum)}${text('maximum', maximum)}<decimals><number>${decimals}</number></decimals>` +
        '</dataset_definition>',
    )
    return {
      type: 'calculated',
      elements: [
        plainAnswer(formula, 1, tolerance),
        ...unitElements(body, key, losses),
        `<dataset_definitions>${data.join('')}</dataset_definitions>`,
      ],
    }
  },
  essay: ({ body, key }, { html }) => ({
    type: 'essay',
    elements: [
      element('responseformat', body.is_rich ? 'editor' : 'plain'),
      element('minwordlimit', body.min_words),
      element('maxwordlimit', body.max_words),
      element('attachments', 0),
      html('graderinfo', key.guidance),
    ],
  }),
  file_upload: ({ body, key }, { html }) => ({
    type: 'essay',
    elements: [
      element('responseformat', 'noinline'),
      element('attachments', body.max_files),
      element('filetypeslist', body.extensions.map((extension) => `.${extension}`).join(',')),
      html('graderinfo', key.guidance),
    ],
  }),
  recording: ({ body, key }, { html }) => ({
    type: 'recordrtc',
    elements: [
      element('mediatype', body.media),
      element('timelimitinseconds', body.max_seconds),
      html('graderinfo', key.guidance),
    ],
  }),
  matching({ body, key }, { html, plain, losses }) {
    if (key.scoring !== 'partial') losses.add('settings')
    const words = new Map(body.choices.map(({ id, text }) => [id, plain(text)]))
    const pair = (prompt: string, choice: string) =>
      html('subquestion', prompt).replace(
        '</text>',
        () => `</text><answer><text>${escapeXml(words.get(choice)!)}</text></answer>`,
      )
    const used = new Set(Object.values(key.pairs))
    return {
      type: 'matching',
      elements: [
        element('shuffleanswers', 'true'),
        ...body.prompts.map(({ id, text }) => pair(text, key.pairs[id]!)),
        ...body.choices.filter(({ id }) => !used.has(id)).map(({ id }) => pair('', id)),
      ],
    }
  },
  ordering: ({ body, key }, { html }) => ({
    type: 'ordering',
    elements: [
      element('gradingtype', key.scoring === 'partial' ? 3 : -1),
      ...key.order.map((id, at) =>
        html('answer', body.items.find((item) => item.id === id)!.text, ` fraction="${at + 1}"`),
      ),
    ],
  }),
  gaps({ body, key }, { plain, losses }) {
    const isLimited = body.gaps.some((gap) => gap.kind === 'text' && gap.max_length !== gapLength)
    if (isLimited || key.scoring !== 'partial' || key.are_accents_ignored) losses.add('settings')
    const writing = { isCaseSensitive: key.is_case_sensitive, plain, percent: percentOf }
    const text = body.text.replace(/\[\[([a-z0-9]+)\]\]/g, (mark, id: string) => {
      const gap = body.gaps.find((one) => one.id === id)
      return gap ? writeGap(gap, key.gaps[id]!, writing) : mark
    })
    return { type: 'cloze', text, elements: [] }
  },
}

interface Choice {
  shareOf: (id: string) => number
  key: { option_feedback: Record<string, string> }
  writing: MoodleWriting
}

function choiceElements(
  body: { options: readonly { id: string; text: string }[]; is_shuffled: boolean },
  { shareOf, key, writing: { html } }: Choice,
) {
  const answers = body.options.map(({ id, text }) => {
    const feedback = html('feedback', key.option_feedback[id] ?? '')
    return html('answer', text, fraction(shareOf(id))).replace('</answer>', () => `${feedback}</answer>`)
  })
  return [element('shuffleanswers', String(body.is_shuffled)), ...answers]
}

interface Units {
  unit: string
  unit_penalty: number
}

function unitElements(
  { unit_input, units }: { unit_input: string; units: readonly string[] },
  { unit, unit_penalty }: Units,
  losses: Set<DropCode>,
) {
  if (units.some((other) => other !== unit)) losses.add('units')
  if (unit_input === 'none' || unit === '') return [element('showunits', 3)]
  return [
    element('unitgradingtype', unit_penalty > 0 ? 1 : 0),
    element('unitpenalty', unit_penalty),
    element('showunits', unit_input === 'select' ? 2 : 0),
    `<units><unit><multiplier>1</multiplier><unit_name>${escapeXml(unit)}</unit_name></unit></units>`,
  ]
}
