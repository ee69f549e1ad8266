import type { BodyOf, KeyOf, QuestionType, SimpleBody } from '#lib/questions/index.ts'

const feedback = { general: '<p>See section 2.</p>', correct: '<p>Well done.</p>', incorrect: '' }
const common = { feedback, hints: ['<p>Think of the units.</p>'] }
const part = (id: string, text: string) => ({ id, text: `<p>${text}</p>` })
const matching = { is_case_sensitive: false, are_accents_ignored: false }

type Sample<T extends QuestionType> = { body: BodyOf<T>; key: KeyOf<T> }

const choices = [part('optaaa', 'Abuja'), part('optbbb', 'Lagos'), part('optccc', 'Kano')]

/** A valid question of each type without an image. */
const samples: { [T in Exclude<SimpleBody['type'], 'hotspot' | 'labelling'>]: Sample<T> } = {
  single_choice: {
    body: { type: 'single_choice', text: '<p>Capital of Nigeria?</p>', options: choices, is_shuffled: true },
    key: {
      type: 'single_choice',
      fractions: { optaaa: 1, optbbb: 0.25 },
      option_feedback: { optbbb: '<p>Until 1991.</p>' },
      ...common,
    },
  },
  multiple_choice: {
    body: {
      type: 'multiple_choice',
      text: '<p>Which are primes?</p>',
      options: [part('optaaa', '2'), part('optbbb', '3'), part('optccc', '4')],
      is_shuffled: false,
    },
    key: {
      type: 'multiple_choice',
      correct: ['optaaa', 'optbbb'],
      scoring: 'partial',
      option_feedback: {},
      ...common,
    },
  },
  true_false: {
    body: { type: 'true_false', text: '<p>Water boils at 100 °C at sea level.</p>' },
    key: { type: 'true_false', correct: true, ...common },
  },
  short_text: {
    body: { type: 'short_text', text: '<p>First name of the author Achebe?</p>', max_length: 100 },
    key: {
      type: 'short_text',
      accepted: [
        { text: 'Chinua', fraction: 1 },
        { text: 'Albert*', fraction: 0.5 },
      ],
      ...matching,
      ...common,
    },
  },
  number: {
    body: { type: 'number', text: '<p>Length of the pitch?</p>', unit_input: 'select', units: ['m', 'km'] },
    key: {
      type: 'number',
      accepted: [{ value: '105', tolerance: '0.5', tolerance_kind: 'absolute', unit: 'm', fraction: 1 }],
      unit_penalty: 0.5,
      ...common,
    },
  },
  calculated: {
    body: { type: 'calculated', text: '<p>What is {a} + {b}?</p>', unit_input: 'none', units: [] },
    key: {
      type: 'calculated',
      variables: [
        { name: 'a', minimum: '1', maximum: '9', decimals: 0 },
        { name: 'b', minimum: '0.5', maximum: '2.5', decimals: 1 },
      ],
      formula: 'a + b',
      tolerance: '0.01',
      tolerance_kind: 'relative',
      unit: '',
      unit_penalty: 0,
      ...common,
    },
  },
  essay: {
    body: {
      type: 'essay',
      text: '<p>Describe a market day.</p>',
      min_words: 50,
      max_words: 400,
      is_rich: true,
    },
    key: { type: 'essay', guidance: '<p>Look for three senses.</p>', ...common },
  },
  file_upload: {
    body: { type: 'file_upload', text: '<p>Upload your sheet.</p>', max_files: 2, extensions: ['pdf'] },
    key: { type: 'file_upload', guidance: '', ...common },
  },
  recording: {
    body: { type: 'recording', text: '<p>Read the poem aloud.</p>', media: 'audio', max_seconds: 120 },
    key: { type: 'recording', guidance: '', ...common },
  },
  matching: {
    body: {
      type: 'matching',
      text: '<p>Match the capitals.</p>',
      prompts: [part('proaaa', 'Ghana'), part('probbb', 'Kenya')],
      choices: [part('choaaa', 'Nairobi'), part('chobbb', 'Accra'), part('choccc', 'Dakar')],
    },
    key: {
      type: 'matching',
      pairs: { proaaa: 'chobbb', probbb: 'choaaa' },
      scoring: 'partial',
      ...common,
    },
  },
  ordering: {
    body: {
      type: 'ordering',
      text: '<p>From small to large.</p>',
      items: [part('iteaaa', 'Metre'), part('itebbb', 'Millimetre'), part('iteccc', 'Kilometre')],
    },
    key: { type: 'ordering', order: ['itebbb', 'iteaaa', 'iteccc'], scoring: 'partial', ...common },
  },
  gaps: {
    body: {
      type: 'gaps',
      text: '<p>Water is made of [[gapaaa]] and [[gapbbb]].</p>',
      gaps: [
        { id: 'gapaaa', kind: 'text', max_length: 40 },
        { id: 'gapbbb', kind: 'list', options: [part('optaaa', 'oxygen'), part('optbbb', 'carbon')] },
      ],
    },
    key: {
      type: 'gaps',
      gaps: {
        gapaaa: { kind: 'text', accepted: [{ text: 'hydrogen', fraction: 1 }] },
        gapbbb: { kind: 'list', correct: 'optaaa' },
      },
      scoring: 'partial',
      ...matching,
      ...common,
    },
  },
  categorise: {
    body: {
      type: 'categorise',
      text: '<p>Sort the words.</p>',
      categories: [part('cataaa', 'Verb'), part('catbbb', 'Noun')],
      items: [part('iteaaa', 'run'), part('itebbb', 'table')],
    },
    key: {
      type: 'categorise',
      pairs: { iteaaa: 'cataaa', itebbb: 'catbbb' },
      scoring: 'all_or_nothing',
      ...common,
    },
  },
  matrix: {
    body: {
      type: 'matrix',
      text: '<p>Which states of matter keep their shape?</p>',
      rows: [part('rowaaa', 'Ice'), part('rowbbb', 'Steam')],
      columns: [part('colaaa', 'Keeps'), part('colbbb', 'Changes')],
      is_multiple: false,
    },
    key: {
      type: 'matrix',
      rows: { rowaaa: ['colaaa'], rowbbb: ['colbbb'] },
      scoring: 'partial',
      ...common,
    },
  },
  slider: {
    body: {
      type: 'slider',
      text: '<p>Share of water in the body?</p>',
      minimum: '0',
      maximum: '100',
      step: '5',
      unit: '%',
    },
    key: { type: 'slider', value: '60', tolerance: '5', ...common },
  },
  code: {
    body: {
      type: 'code',
      text: '<p>Write a function that doubles a number.</p>',
      language: 'javascript',
      starter: 'function double(n) {\n}\n',
      function_name: 'double',
      examples: [{ call: 'double(2)', expected: '4' }],
    },
    key: {
      type: 'code',
      tests: [
        { call: 'double(4)', expected: '8', weight: 1 },
        { call: 'double(-1)', expected: '-2', weight: 2 },
      ],
      ...common,
    },
  },
  information: {
    body: { type: 'information', text: '<p>The next questions are about water.</p>' },
    key: { type: 'information' },
  },
}

const hotspot = (image_id: string): Sample<'hotspot'> => ({
  body: {
    type: 'hotspot',
    text: '<p>Where is the heart?</p>',
    image_id,
    image_alt: 'Outline of a body',
    mode: 'regions',
    regions: [
      {
        id: 'regaaa',
        name: 'Chest',
        shape: { kind: 'rectangle', x: 0.4, y: 0.2, width: 0.2, height: 0.2 },
      },
      { id: 'regbbb', name: 'Head', shape: { kind: 'circle', x: 0.5, y: 0.1, radius: 0.08 } },
    ],
    max_choices: 1,
  },
  key: { type: 'hotspot', correct: ['regaaa'], areas: [], scoring: 'all_or_nothing', ...common },
})

const labelling = (image_id: string): Sample<'labelling'> => ({
  body: {
    type: 'labelling',
    text: '<p>Name the parts.</p>',
    image_id,
    image_alt: 'Outline of a body',
    spots: [
      { id: 'spoaaa', x: 0.5, y: 0.1 },
      { id: 'spobbb', x: 0.5, y: 0.3 },
    ],
    labels: [part('labaaa', 'Chest'), part('labbbb', 'Head'), part('labccc', 'Knee')],
  },
  key: {
    type: 'labelling',
    pairs: { spoaaa: 'labbbb', spobbb: 'labaaa' },
    scoring: 'partial',
    ...common,
  },
})

const passage: Sample<'passage'> = {
  body: {
    type: 'passage',
    text: '<p>The Niger is a long river in West Africa.</p>',
    questions: [
      { id: 'queaaa', weight: 2, body: samples.true_false.body },
      { id: 'quebbb', weight: 1, body: samples.short_text.body },
    ],
  },
  key: { type: 'passage', questions: { queaaa: samples.true_false.key, quebbb: samples.short_text.key } },
}

/** A valid question of one type with its key. `image_id` is an uploaded image of the purpose `lesson_image`. */
export function sampleQuestion<T extends QuestionType>(
  type: T,
  image_id = '00000000-0000-4000-8000-000000000000',
): Sample<T> {
  const all = { ...samples, hotspot: hotspot(image_id), labelling: labelling(image_id), passage }
  return structuredClone(all[type as keyof typeof all]) as unknown as Sample<T>
}
