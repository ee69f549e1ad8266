import type { QuestionAnswer, QuestionBody, QuestionKey } from '#lib/questions/index.ts'

export interface QuestionSample {
  body: QuestionBody
  /** A right answer; null for a page without one. */
  answer: QuestionAnswer | null
  key: QuestionKey
}

const image_id = '0f4c1d9e-6a40-4b52-9d6f-2f1d0a3c5b77'
const image = { image_id, image_alt: 'A map of four fields' }
const parts = (...texts: [id: string, text: string][]) => texts.map(([id, text]) => ({ id, text }))
const feedback = {
  feedback: {
    general: '<p>See lesson 3.</p>',
    correct: '<p>Well done.</p>',
    incorrect: '<p>Look again.</p>',
  },
  hints: [],
}
const scoring = 'partial' as const

const choices: QuestionSample[] = [
  {
    body: {
      type: 'single_choice',
      text: '<p>Which planet is the largest?</p>',
      options: parts(['planet0', '<p>Mars</p>'], ['planet1', '<p>Jupiter</p>'], ['planet2', '<p>Venus</p>']),
      is_shuffled: true,
    },
    answer: { type: 'single_choice', selected: 'planet1' },
    key: {
      type: 'single_choice',
      fractions: { planet1: 1 },
      option_feedback: { planet0: '<p>Mars is smaller than Earth.</p>' },
      ...feedback,
    },
  },
  {
    body: {
      type: 'multiple_choice',
      text: '<p>Which numbers are even?</p>',
      options: parts(['even00', 'Two'], ['even01', 'Three'], ['even02', 'Four']),
      is_shuffled: false,
    },
    answer: { type: 'multiple_choice', selected: ['even00', 'even02'] },
    key: {
      type: 'multiple_choice',
      correct: ['even00', 'even02'],
      scoring,
      option_feedback: {},
      ...feedback,
    },
  },
  {
    body: { type: 'true_false', text: '<p>Water boils at 100 °C at sea level.</p>' },
    answer: { type: 'true_false', value: true },
    key: { type: 'true_false', correct: true, ...feedback },
  },
  {
    body: {
      type: 'matrix',
      text: '<p>What do these animals eat?</p>',
      rows: parts(['row000', 'Lion'], ['row001', 'Cow']),
      columns: parts(['column0', 'Meat'], ['column1', 'Plants'], ['column2', 'Both']),
      is_multiple: false,
    },
    answer: { type: 'matrix', rows: { row000: ['column0'], row001: ['column1'] } },
    key: { type: 'matrix', rows: { row000: ['column0'], row001: ['column1'] }, scoring, ...feedback },
  },
]

const texts: QuestionSample[] = [
  {
    body: { type: 'short_text', text: '<p>What is the capital of Ghana?</p>', max_length: 60 },
    answer: { type: 'short_text', text: 'Accra' },
    key: {
      type: 'short_text',
      accepted: [{ text: 'Accra', fraction: 1 }],
      is_case_sensitive: false,
      are_accents_ignored: false,
      ...feedback,
    },
  },
  {
    body: { type: 'number', text: '<p>How long is this desk?</p>', unit_input: 'select', units: ['cm', 'm'] },
    answer: { type: 'number', text: '1,5', unit: 'm' },
    key: {
      type: 'number',
      accepted: [{ value: '1.5', tolerance: '0.01', tolerance_kind: 'absolute', unit: 'm', fraction: 1 }],
      unit_penalty: 0.5,
      ...feedback,
    },
  },
  {
    body: { type: 'calculated', text: '<p>What is {a} × {b}?</p>', unit_input: 'none', units: [] },
    answer: { type: 'calculated', text: '42', unit: '' },
    key: {
      type: 'calculated',
      variables: [
        { name: 'a', minimum: '6', maximum: '6', decimals: 0 },
        { name: 'b', minimum: '7', maximum: '7', decimals: 0 },
      ],
      formula: 'a * b',
      tolerance: '0',
      tolerance_kind: 'absolute',
      unit: '',
      unit_penalty: 0,
      ...feedback,
    },
  },
  {
    body: {
      type: 'essay',
      text: '<p>Describe your school.</p>',
      min_words: 3,
      max_words: 200,
      is_rich: false,
    },
    answer: { type: 'essay', text: 'It is large and bright.' },
    key: { type: 'essay', guidance: '', ...feedback },
  },
  {
    body: {
      type: 'gaps',
      text: '<p>The sun is a [[gap000]]. It is [[gap001]] than the moon.</p>',
      gaps: [
        { id: 'gap000', kind: 'text', max_length: 20 },
        { id: 'gap001', kind: 'list', options: parts(['size00', 'larger'], ['size01', 'smaller']) },
      ],
    },
    answer: { type: 'gaps', gaps: { gap000: 'star', gap001: 'size00' } },
    key: {
      type: 'gaps',
      gaps: {
        gap000: { kind: 'text', accepted: [{ text: 'star', fraction: 1 }] },
        gap001: { kind: 'list', correct: 'size00' },
      },
      scoring,
      is_case_sensitive: false,
      are_accents_ignored: false,
      ...feedback,
    },
  },
  {
    body: {
      type: 'code',
      text: '<p>Write a function that adds two numbers.</p>',
      language: 'javascript',
      starter: 'function add(a, b) {\n}\n',
      function_name: 'add',
      examples: [{ call: 'add(1, 2)', expected: '3' }],
    },
    answer: { type: 'code', code: 'function add(a, b) {\n  return a + b\n}\n' },
    key: { type: 'code', tests: [{ call: 'add(2, 2)', expected: '4', weight: 1 }], ...feedback },
  },
]

const moved: QuestionSample[] = [
  {
    body: {
      type: 'matching',
      text: '<p>Match each country with its largest city.</p>',
      prompts: parts(['city00', 'Nigeria'], ['city01', 'Ghana']),
      choices: parts(['accra0', 'Accra'], ['lagos0', 'Lagos'], ['kano00', 'Kano']),
    },
    answer: { type: 'matching', pairs: { city00: 'lagos0', city01: 'accra0' } },
    key: { type: 'matching', pairs: { city00: 'lagos0', city01: 'accra0' }, scoring, ...feedback },
  },
  {
    body: {
      type: 'ordering',
      text: '<p>Put these in the order in which a plant grows.</p>',
      items: parts(['step00', 'Flower'], ['step01', 'Seed'], ['step02', 'Stem']),
    },
    answer: { type: 'ordering', order: ['step01', 'step02', 'step00'] },
    key: { type: 'ordering', order: ['step01', 'step02', 'step00'], scoring, ...feedback },
  },
  {
    body: {
      type: 'categorise',
      text: '<p>Sort these words.</p>',
      categories: parts(['noun00', 'Noun'], ['verb00', 'Verb']),
      items: parts(['word00', 'house'], ['word01', 'run']),
    },
    answer: { type: 'categorise', pairs: { word00: 'noun00', word01: 'verb00' } },
    key: { type: 'categorise', pairs: { word00: 'noun00', word01: 'verb00' }, scoring, ...feedback },
  },
  {
    body: {
      type: 'slider',
      text: '<p>How warm is a healthy person?</p>',
      minimum: '30',
      maximum: '45',
      step: '0.5',
      unit: '°C',
    },
    answer: { type: 'slider', value: '37' },
    key: { type: 'slider', value: '37', tolerance: '0.5', ...feedback },
  },
]

const images: QuestionSample[] = [
  {
    body: {
      type: 'hotspot',
      text: '<p>Where does the river flow?</p>',
      ...image,
      mode: 'regions',
      regions: [
        {
          id: 'north0',
          name: 'North field',
          shape: { kind: 'rectangle', x: 0.1, y: 0.1, width: 0.3, height: 0.3 },
        },
        { id: 'south0', name: 'South field', shape: { kind: 'circle', x: 0.7, y: 0.7, radius: 0.2 } },
      ],
      max_choices: 1,
    },
    answer: { type: 'hotspot', selected: ['south0'], points: [] },
    key: { type: 'hotspot', correct: ['south0'], areas: [], scoring, ...feedback },
  },
  {
    body: {
      type: 'hotspot',
      text: '<p>Mark the middle of the map.</p>',
      ...image,
      mode: 'points',
      regions: [],
      max_choices: 2,
    },
    answer: { type: 'hotspot', selected: [], points: [{ x: 0.5, y: 0.5 }] },
    key: {
      type: 'hotspot',
      correct: [],
      areas: [{ kind: 'rectangle', x: 0.4, y: 0.4, width: 0.2, height: 0.2 }],
      scoring,
      ...feedback,
    },
  },
  {
    body: {
      type: 'labelling',
      text: '<p>Name the places.</p>',
      ...image,
      spots: [
        { id: 'spot00', x: 0.25, y: 0.25 },
        { id: 'spot01', x: 0.7, y: 0.7 },
      ],
      labels: parts(['label0', 'Hill'], ['label1', 'Lake'], ['label2', 'Town']),
    },
    answer: { type: 'labelling', pairs: { spot00: 'label0', spot01: 'label1' } },
    key: { type: 'labelling', pairs: { spot00: 'label0', spot01: 'label1' }, scoring, ...feedback },
  },
]

const files: QuestionSample[] = [
  {
    body: { type: 'file_upload', text: '<p>Upload your report.</p>', max_files: 2, extensions: ['pdf'] },
    answer: { type: 'file_upload', upload_ids: [image_id] },
    key: { type: 'file_upload', guidance: '', ...feedback },
  },
  {
    body: { type: 'recording', text: '<p>Read this sentence aloud.</p>', media: 'audio', max_seconds: 60 },
    answer: { type: 'recording', upload_id: image_id },
    key: { type: 'recording', guidance: '', ...feedback },
  },
]

const [first, second] = [choices[0]!, texts[0]!]
const reading: QuestionSample[] = [
  {
    body: {
      type: 'passage',
      text: '<p>Jupiter is the largest planet of our system. Accra is far from it.</p>',
      questions: [
        { id: 'about0', weight: 1, body: first.body as never },
        { id: 'about1', weight: 1, body: second.body as never },
      ],
    },
    answer: {
      type: 'passage',
      questions: { about0: first.answer as never, about1: second.answer as never },
    },
    key: { type: 'passage', questions: { about0: first.key as never, about1: second.key as never } },
  },
  {
    body: { type: 'information', text: '<h3>Part 2</h3><p>You may use a calculator from here on.</p>' },
    answer: null,
    key: { type: 'information' },
  },
]

/** One question of each type at least, with its key and a right answer. */
export const questionSamples = [choices, texts, moved, images, files, reading].flat()
