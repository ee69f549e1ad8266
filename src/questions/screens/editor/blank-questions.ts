import type { BodyOf, KeyOf, QuestionBody, QuestionKey, QuestionType } from '#lib/questions/index.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** A random id of an option, gap or other part, which says nothing about the right answer. */
export const newPartId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => letters[byte % letters.length]!).join('')

/** Parts without a text. */
export const newParts = (count: number) =>
  Array.from({ length: count }, () => ({ id: newPartId(), text: '' }))

const common = () => ({ feedback: { general: '', correct: '', incorrect: '' }, hints: [] as string[] })
const marked = () => ({ guidance: '', ...common() })
const partial = { scoring: 'partial' as const }
const matching = { is_case_sensitive: false, are_accents_ignored: false }
const text = ''
const noImage = { image_id: '', image_alt: '' }

/** The part `from` at each position belongs to the part `to` at the same one. */
const pairsOf = (from: readonly { id: string }[], to: readonly { id: string }[]) =>
  Object.fromEntries(from.map(({ id }, at) => [id, to[at % to.length]!.id]))

/** Every type but a text with questions. */
export type SimpleType = Exclude<QuestionType, 'passage'>

type Blank<T extends QuestionType> = { body: BodyOf<T>; key: KeyOf<T> }

const blanks: { [T in QuestionType]: () => Blank<T> } = {
  single_choice() {
    const options = newParts(3)
    return {
      body: { type: 'single_choice', text, options, is_shuffled: true },
      key: { type: 'single_choice', fractions: {}, option_feedback: {}, ...common() },
    }
  },
  multiple_choice: () => ({
    body: { type: 'multiple_choice', text, options: newParts(4), is_shuffled: true },
    key: { type: 'multiple_choice', correct: [], option_feedback: {}, ...partial, ...common() },
  }),
  true_false: () => ({
    body: { type: 'true_false', text },
    key: { type: 'true_false', correct: true, ...common() },
  }),
  short_text: () => ({
    body: { type: 'short_text', text, max_length: 200 },
    key: { type: 'short_text', accepted: [{ text: '', fraction: 1 }], ...matching, ...common() },
  }),
  number: () => ({
    body: { type: 'number', text, unit_input: 'none', units: [] },
    key: {
      type: 'number',
      accepted: [{ value: '', tolerance: '0', tolerance_kind: 'absolute', unit: '', fraction: 1 }],
      unit_penalty: 0.5,
      ...common(),
    },
  }),
  calculated: () => ({
    body: { type: 'calculated', text, unit_input: 'none', units: [] },
    key: {
      type: 'calculated',
      variables: [
        { name: 'a', minimum: '1', maximum: '10', decimals: 0 },
        { name: 'b', minimum: '1', maximum: '10', decimals: 0 },
      ],
      formula: '',
      tolerance: '0',
      tolerance_kind: 'absolute',
      unit: '',
      unit_penalty: 0.5,
      ...common(),
    },
  }),
  essay: () => ({
    body: { type: 'essay', text, min_words: 0, max_words: 0, is_rich: true },
    key: { type: 'essay', ...marked() },
  }),
  matching() {
    const [prompts, choices] = [newParts(3), newParts(3)]
    return {
      body: { type: 'matching', text, prompts, choices },
      key: { type: 'matching', pairs: pairsOf(prompts, choices), ...partial, ...common() },
    }
  },
  ordering() {
    const items = newParts(3)
    return {
      body: { type: 'ordering', text, items },
      key: { type: 'ordering', order: items.map(({ id }) => id), ...partial, ...common() },
    }
  },
  gaps() {
    const id = newPartId()
    return {
      body: { type: 'gaps', text: '', gaps: [{ id, kind: 'text', max_length: 100 }] },
      key: {
        type: 'gaps',
        gaps: { [id]: { kind: 'text', accepted: [{ text: '', fraction: 1 }] } },
        ...partial,
        ...matching,
        ...common(),
      },
    }
  },
  file_upload: () => ({
    body: { type: 'file_upload', text, max_files: 1, extensions: [] },
    key: { type: 'file_upload', ...marked() },
  }),
  recording: () => ({
    body: { type: 'recording', text, media: 'audio', max_seconds: 120 },
    key: { type: 'recording', ...marked() },
  }),
  categorise() {
    const [categories, items] = [newParts(2), newParts(4)]
    return {
      body: { type: 'categorise', text, categories, items },
      key: { type: 'categorise', pairs: pairsOf(items, categories), ...partial, ...common() },
    }
  },
  matrix: () => ({
    body: { type: 'matrix', text, rows: newParts(2), columns: newParts(2), is_multiple: false },
    key: { type: 'matrix', rows: {}, ...partial, ...common() },
  }),
  slider: () => ({
    body: { type: 'slider', text, minimum: '0', maximum: '10', step: '1', unit: '' },
    key: { type: 'slider', value: '5', tolerance: '0', ...common() },
  }),
  hotspot: () => ({
    body: { type: 'hotspot', text, ...noImage, mode: 'regions', regions: [], max_choices: 1 },
    key: { type: 'hotspot', correct: [], areas: [], ...partial, ...common() },
  }),
  labelling: () => ({
    body: {
      type: 'labelling',
      text,
      ...noImage,
      spots: [{ id: newPartId(), x: 0.5, y: 0.5 }],
      labels: newParts(2),
    },
    key: { type: 'labelling', pairs: {}, ...partial, ...common() },
  }),
  code: () => ({
    body: { type: 'code', text, language: 'javascript', starter: '', function_name: '', examples: [] },
    key: { type: 'code', tests: [{ call: '', expected: '', weight: 1 }], ...common() },
  }),
  passage() {
    const id = newPartId()
    const { body, key } = blanks.single_choice()
    return {
      body: { type: 'passage', text, questions: [{ id, weight: 1, body }] },
      key: { type: 'passage', questions: { [id]: key } },
    }
  },
  information: () => ({ body: { type: 'information', text }, key: { type: 'information' } }),
}

/** A question of a type, without texts. */
export const blankQuestion = (type: QuestionType): { body: QuestionBody; key: QuestionKey } => blanks[type]()

export const isQuestionType = (type: string): type is QuestionType => Object.hasOwn(blanks, type)
