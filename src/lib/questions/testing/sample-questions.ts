import type { BodyOf, QuestionType } from '../bodies.ts'
import type { KeyOf } from '../keys.ts'

const image_id = '018f0000-0000-7000-8000-000000000001'
const feedback = { feedback: { general: '', correct: '', incorrect: '' }, hints: [] }
const parts = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `${prefix}0000${index}`, text: `${prefix} ${index}` }))
const partial = { scoring: 'partial' as const, ...feedback }
const marked = { guidance: '', ...feedback }
const matching = { is_case_sensitive: false, are_accents_ignored: false }

/** A question of each type. Ids are letter, four zeros and index; in pairs, part n belongs to choice n. */
export const sampleQuestions: { [T in QuestionType]: { body: BodyOf<T>; key: KeyOf<T> } } = {
  single_choice: {
    body: { type: 'single_choice', text: 'Which?', options: parts('o', 4), is_shuffled: true },
    key: { type: 'single_choice', fractions: { o00001: 1, o00002: 0.5 }, option_feedback: {}, ...feedback },
  },
  multiple_choice: {
    body: { type: 'multiple_choice', text: 'Which?', options: parts('o', 5), is_shuffled: true },
    key: {
      type: 'multiple_choice',
      correct: ['o00000', 'o00001', 'o00002'],
      option_feedback: {},
      ...partial,
    },
  },
  true_false: {
    body: { type: 'true_false', text: 'Is it?' },
    key: { type: 'true_false', correct: true, ...feedback },
  },
  short_text: {
    body: { type: 'short_text', text: 'Who?', max_length: 100 },
    key: { type: 'short_text', accepted: [{ text: 'Ọláyínká*', fraction: 1 }], ...matching, ...feedback },
  },
  number: {
    body: { type: 'number', text: 'How far?', unit_input: 'typed', units: [] },
    key: {
      type: 'number',
      accepted: [{ value: '1.5', tolerance: '0.1', tolerance_kind: 'absolute', unit: 'km', fraction: 1 }],
      unit_penalty: 0.25,
      ...feedback,
    },
  },
  calculated: {
    body: { type: 'calculated', text: '{a} + {b}', unit_input: 'none', units: [] },
    key: {
      type: 'calculated',
      variables: [
        { name: 'a', minimum: '1', maximum: '9', decimals: 1 },
        { name: 'b', minimum: '1', maximum: '9', decimals: 0 },
      ],
      formula: 'a + b',
      tolerance: '0',
      tolerance_kind: 'absolute',
      unit: '',
      unit_penalty: 0,
      ...feedback,
    },
  },
  essay: {
    body: { type: 'essay', text: 'Why?', min_words: 0, max_words: 0, is_rich: true },
    key: { type: 'essay', ...marked },
  },
  file_upload: {
    body: { type: 'file_upload', text: 'Hand in', max_files: 1, extensions: [] },
    key: { type: 'file_upload', ...marked },
  },
  recording: {
    body: { type: 'recording', text: 'Say', media: 'audio', max_seconds: 60 },
    key: { type: 'recording', ...marked },
  },
  matching: {
    body: { type: 'matching', text: 'Match', prompts: parts('p', 3), choices: parts('c', 4) },
    key: { type: 'matching', pairs: { p00000: 'c00000', p00001: 'c00001', p00002: 'c00002' }, ...partial },
  },
  ordering: {
    body: { type: 'ordering', text: 'Order', items: parts('i', 5) },
    key: { type: 'ordering', order: ['i00000', 'i00001', 'i00002', 'i00003', 'i00004'], ...partial },
  },
  gaps: {
    body: {
      type: 'gaps',
      text: 'A [[g00000]] and [[g00001]].',
      gaps: [
        { id: 'g00000', kind: 'text', max_length: 50 },
        { id: 'g00001', kind: 'list', options: parts('o', 3) },
      ],
    },
    key: {
      type: 'gaps',
      gaps: {
        g00000: { kind: 'text', accepted: [{ text: 'cow', fraction: 1 }] },
        g00001: { kind: 'list', correct: 'o00001' },
      },
      ...matching,
      ...partial,
    },
  },
  hotspot: {
    body: {
      type: 'hotspot',
      text: 'Where?',
      image_id,
      image_alt: '',
      mode: 'points',
      regions: [],
      max_choices: 2,
    },
    key: {
      type: 'hotspot',
      correct: [],
      areas: [
        { kind: 'rectangle', x: 0.1, y: 0.1, width: 0.3, height: 0.2 },
        {
          kind: 'polygon',
          points: [
            { x: 0.6, y: 0.6 },
            { x: 0.9, y: 0.6 },
            { x: 0.9, y: 0.9 },
          ],
        },
      ],
      ...partial,
    },
  },
  labelling: {
    body: {
      type: 'labelling',
      text: 'Label',
      image_id,
      image_alt: '',
      spots: [
        { id: 's00000', x: 0.1, y: 0.1 },
        { id: 's00001', x: 0.9, y: 0.9 },
      ],
      labels: parts('l', 3),
    },
    key: { type: 'labelling', pairs: { s00000: 'l00000', s00001: 'l00001' }, ...partial },
  },
  categorise: {
    body: { type: 'categorise', text: 'Sort', categories: parts('k', 2), items: parts('i', 4) },
    key: { type: 'categorise', pairs: { i00000: 'k00000', i00001: 'k00000', i00002: 'k00001' }, ...partial },
  },
  matrix: {
    body: { type: 'matrix', text: 'Tick', rows: parts('r', 3), columns: parts('c', 3), is_multiple: true },
    key: { type: 'matrix', rows: { r00000: ['c00000'], r00001: ['c00001', 'c00002'] }, ...partial },
  },
  slider: {
    body: { type: 'slider', text: 'How much?', minimum: '0', maximum: '10', step: '0.5', unit: '' },
    key: { type: 'slider', value: '7.5', tolerance: '0.5', ...feedback },
  },
  code: {
    body: {
      type: 'code',
      text: 'Double',
      language: 'javascript',
      starter: '',
      function_name: 'double',
      examples: [{ call: 'double(2)', expected: '4' }],
    },
    key: { type: 'code', tests: [{ call: 'double(3)', expected: '6', weight: 1 }], ...feedback },
  },
  information: { body: { type: 'information', text: 'Read' }, key: { type: 'information' } },
  passage: {
    body: {
      type: 'passage',
      text: 'A text',
      questions: [
        { id: 'q00000', weight: 3, body: { type: 'true_false', text: 'Is it?' } },
        { id: 'q00001', weight: 1, body: { type: 'information', text: 'Go on' } },
        { id: 'q00002', weight: 1, body: { type: 'short_text', text: 'Who?', max_length: 10 } },
      ],
    },
    key: {
      type: 'passage',
      questions: {
        q00000: { type: 'true_false', correct: false, ...feedback },
        q00001: { type: 'information' },
        q00002: { type: 'short_text', accepted: [{ text: 'Ada', fraction: 1 }], ...matching, ...feedback },
      },
    },
  },
}
